import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeSignInRules } from '../../output/sign-in.ts'

export function addSignInRulesShow(rules: Command): void {
  addCommand(rules, 'show', {
    summary: 'Show how people have to sign in to act for your account',
    examples: ['bindery sign-in-rules show'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const rules = await client.manage.signInRules.show()
  output.show(rules, () => describeSignInRules(rules))
}
