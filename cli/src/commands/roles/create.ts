import type { CreateRole } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { readSettings } from '../../read-settings.ts'
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

const fix = 'Write key, name and grants, as in: bindery roles create --help'

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const role = await readSettings<CreateRole>(options.from, fix)
  const opened = await server()
  const body = { ...role, ...(await accountOf(opened, options)) }
  const created = await opened.client.manage.roles.create(body)
  output.show(created, (paint) => [
    `${paint.green('✓')} The role ${paint.bold(created.key)} is created. Give it to a key with:`,
    `    bindery keys create --kind secret --role ${created.key} --name <name>`,
  ])
}
