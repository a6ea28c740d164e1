import { Command } from 'commander'
import { type Output, createOutput } from './output/output.ts'
import { type ConnectionOptions, findConnection } from './server/find-connection.ts'
import { type Server, openServer } from './server/open-server.ts'
import { rememberRefused } from './server/second-person.ts'

export interface CommonOptions extends ConnectionOptions {
  readonly json?: boolean
}

/** What a command receives: its options, its output, and the server, opened on first use. */
export interface Work<Options> {
  readonly options: Options & CommonOptions
  readonly output: Output
  readonly server: () => Promise<Server>
}

export interface CommandText {
  readonly summary: string
  /** Further help text, shown below the summary. */
  readonly details?: string
  readonly examples: readonly string[]
}

/** Adds a command that calls the server. */
export function addCommand(parent: Command, usage: string, text: CommandText): Command {
  return addLocalCommand(parent, usage, text)
    .option('--url <address>', 'address of the server; or set BINDERY_URL')
    .option(
      '--key <key>',
      "an insurer's secret key or a personal token; prefer BINDERY_KEY, which other users cannot see",
    )
    .option('--live', "use the demo's key for live mode instead of test mode")
}

/** Adds a command that needs no server. */
export function addLocalCommand(parent: Command, usage: string, text: CommandText): Command {
  const examples = text.examples.map((example) => `  $ ${example}`)
  const details = text.details === undefined ? text.summary : `${text.summary}\n\n${text.details}`
  return parent
    .command(usage)
    .summary(text.summary)
    .description(details)
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', ['', 'Examples:', ...examples].join('\n'))
}

/** Adds a group of commands, such as `keys`. */
export function addGroup(parent: Command, name: string, summary: string, example: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(summary)
    .addHelpText('after', ['', 'Examples:', `  $ ${example}`].join('\n'))
}

/** Marks mandatory options as `(required)` in the help, and leaves empty defaults out. */
export function markRequired(program: Command): Command {
  const plain = program.createHelp()
  return program.configureHelp({
    optionDescription: (option) => {
      const description = plain
        .optionDescription(option)
        .replace(/ \(default: (?:\{\}|\[\])\)$/, '')
      return option.mandatory ? `${description} (required)` : description
    },
  })
}

/** Adapts a command function to the arguments that commander passes. */
export function action<Options>(
  run: (work: Work<Options>, ...given: never[]) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1)
    if (!(command instanceof Command)) throw new Error('commander passes the command last')
    const options = command.opts<Options & CommonOptions>()
    const output = createOutput(options.json === true)
    const calls = rememberRefused()
    const server = async () => openServer(await findConnection(options, process.env), calls.fetch)
    // Arguments without a parser are text; optional ones may be undefined.
    const words = command.processedArgs as never[]
    try {
      await run({ options, output, server }, ...words)
    } catch (error) {
      throw calls.explain(error, options)
    }
  }
}
