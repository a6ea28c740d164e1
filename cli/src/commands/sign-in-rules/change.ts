import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeSignInRules } from '../../output/sign-in.ts'

interface Options {
  readonly secondFactor: 'required' | 'optional'
}

export function addSignInRulesChange(rules: Command): void {
  addCommand(rules, 'change', {
    summary: 'Change how people have to sign in, at once and for open sessions too',
    examples: ['bindery sign-in-rules change --second-factor required'],
  })
    .addOption(
      new Option('--second-factor <rule>', 'whether people need an authenticator app or a passkey')
        .choices(['required', 'optional'])
        .makeOptionMandatory(),
    )
    .action(action(change))
}

async function change({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const requires_second_factor = options.secondFactor === 'required'
  const rules = await client.manage.signInRules.change({ requires_second_factor })
  output.show(rules, () => describeSignInRules(rules))
}
