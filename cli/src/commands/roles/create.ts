import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { CreateRole } from '@bindery/sdk'
import type { Command } from 'commander'
import { parse } from 'yaml'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { type AccountOption, accountOf } from './account-option.ts'

interface Options extends AccountOption {
  readonly from: string
}

export function addRolesCreate(roles: Command): void {
  addCommand(roles, 'create', {
    summary: 'Create a role of your own',
    details:
      'The file has key, name, description and grants. A grant has a permission and, if it is ' +
      'limited, product_ids, distributor_ids (each by id or key) and test_only.',
    examples: ['bindery roles create --from role.yaml'],
  })
    .requiredOption('--from <file>', 'YAML or JSON file with the role; - for standard input')
    .option('--account <key>', 'account that will have the role, by key or id; yours by default')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const role = await readRole(options.from)
  const opened = await server()
  const body = { ...role, ...(await accountOf(opened, options)) }
  const created = await opened.client.manage.roles.create(body)
  output.show(created, (paint) => [
    `${paint.green('✓')} The role ${paint.bold(created.key)} is created. Give it to a key with:`,
    `    bindery keys create --kind secret --role ${created.key} --name <name>`,
  ])
}

const fix = 'Write key, name and grants, as in: bindery roles create --help'

/** The server checks its members. */
async function readRole(file: string): Promise<CreateRole> {
  let role: unknown
  try {
    const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')
    role = parse(content, { logLevel: 'silent' })
  } catch (cause) {
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
    throw new Failure(exitCodes.usage, `${file} cannot be read: ${why}`, fix, { cause })
  }
  if (typeof role === 'object' && role !== null && !Array.isArray(role)) return role as CreateRole
  throw new Failure(exitCodes.usage, `${file} is not a list of names and values.`, fix)
}
