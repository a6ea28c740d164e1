import type { ApprovalRules, ChangeApprovalRules } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../../command.ts'
import { Failure, exitCodes } from '../../../failure.ts'
import { assertMeant } from '../../../meant.ts'
import { describeRules, needOf } from '../../../output/approvals.ts'
import { didYouMean } from '../../../words.ts'
import { type WrittenRule, readRule } from './read-rule.ts'

interface Options {
  readonly yes?: boolean
}

export function addApprovalsRulesSet(rules: Command): void {
  addCommand(rules, 'set', {
    summary: 'Choose which acts need a second person; others then need none',
    details:
      'Name each act, and after = the largest amount that one person is enough for, in major units; ' +
      'one for each currency, with commas between them. Any amount in another currency needs a second ' +
      'person. Shows what would change and asks. While there is a rule, a change needs a second person ' +
      'too. bindery approvals rules lists the acts.',
    examples: [
      'bindery approvals rules set publishing role_changes write_offs=500.00eur',
      'bindery approvals rules set refunds=500eur,450.50chf',
    ],
  })
    .argument('<rules...>', 'acts, each with the amounts that one person is enough for', readRule)
    .option('--yes', 'show what would change but do not ask')
    .action(action(change))
}

export function addApprovalsRulesClear(rules: Command): void {
  addCommand(rules, 'clear', {
    summary: 'Let one person be enough for everything',
    details: 'Shows what would change and asks. A second person has to approve it.',
    examples: ['bindery approvals rules clear'],
  })
    .option('--yes', 'show what would change but do not ask')
    .action(action((work: Work<Options>) => change(work, [])))
}

async function change(
  { options, output, server }: Work<Options>,
  written: readonly WrittenRule[],
): Promise<void> {
  const { approvalRules } = (await server()).client.manage
  const before = await approvalRules.show()
  const rules = written.map((rule) => knownRule(rule, before))
  const differences = differencesOf(before, rules)
  if (differences.length === 0) {
    output.show(before, () => ['The rules are the same already: nothing was changed.'])
    return
  }
  await assertMeant(differences.join(' '), options.yes ?? false)
  const after = await approvalRules.change({ rules })
  output.show(after, (paint) => [
    ...describeRules(after, paint),
    '',
    `${paint.green('✓')} The rules are changed, from the next request on.`,
  ])
}

type SentRule = ChangeApprovalRules['rules'][number]

function knownRule({ act, above }: WrittenRule, { rules }: ApprovalRules): SentRule {
  const acts = rules.map((rule) => rule.act)
  const known = acts.find((one) => one === act)
  if (known !== undefined) return { act: known, above }
  const fix = didYouMean(act, acts) ?? `Write some of ${acts.join(', ')}.`
  throw new Failure(exitCodes.usage, `There is no act ${act} that can need a second person.`, fix)
}

/** A sentence for each act whose rule changes. */
function differencesOf({ rules }: ApprovalRules, sent: readonly SentRule[]): string[] {
  return rules.flatMap((rule) => {
    const next = sent.find(({ act }) => act === rule.act)
    const after = { needs_second_person: next !== undefined, above: next?.above ?? null }
    const [was, will] = [needOf(rule), needOf(after)]
    return was === will ? [] : [`${rule.act} needs ${was} now, and then ${will}.`]
  })
}
