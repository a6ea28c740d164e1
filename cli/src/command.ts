import { Command } from 'commander'
import { type Output, createOutput } from './output/output.ts'
import { type ConnectionOptions, findConnection } from './server/find-connection.ts'
import { type Server, openServer } from './server/open-server.ts'

export interface CommonOptions extends ConnectionOptions {
  readonly json?: boolean
}

/** What a command works with: its options, where it speaks, and the server once it asks for it. */
export interface Work<Options> {
  readonly options: Options & CommonOptions
  readonly output: Output
  readonly server: () => Promise<Server>
}

export interface CommandText {
  readonly summary: string
  /** What the summary leaves open. */
  readonly details?: string
  readonly examples: readonly string[]
}

/** Adds a command that speaks to the server. */
export function addCommand(parent: Command, usage: string, text: CommandText): Command {
  return addLocalCommand(parent, usage, text)
    .option('--url <address>', 'the server; or set BINDERY_URL')
    .option(
      '--key <key>',
      "an insurer's secret key; better set BINDERY_KEY, which others cannot see",
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
    .option('--json', 'answer in JSON, for programs')
    .addHelpText('after', ['', 'Examples:', ...examples].join('\n'))
}

/** Adds a word that has commands of its own, such as `keys`. */
export function addGroup(parent: Command, name: string, summary: string, example: string): Command {
  return parent
    .command(name)
    .summary(summary)
    .description(summary)
    .addHelpText('after', ['', 'Examples:', `  $ ${example}`].join('\n'))
}

/** Says of every option that a command cannot do without that it is so. */
export function markRequired(program: Command): Command {
  const plain = program.createHelp()
  return program.configureHelp({
    optionDescription: (option) => {
      const description = plain.optionDescription(option)
      return option.mandatory ? `${description} (required)` : description
    },
  })
}

/** Turns a function of our own into what commander calls. */
export function action<Options>(
  run: (work: Work<Options>, ...given: string[]) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1)
    if (!(command instanceof Command)) throw new Error('commander passes the command last')
    const options = command.opts<Options & CommonOptions>()
    const output = createOutput(options.json === true)
    const server = async () => openServer(await findConnection(options, process.env))
    // Arguments without a parser of their own are text, and undefined where they may be left out.
    await run({ options, output, server }, ...(command.processedArgs as string[]))
  }
}
