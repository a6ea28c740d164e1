import {
  type EnteredMoney,
  amountNotForKind,
  correctionBeyondCharges,
  dueTooEarly,
  enterMoney,
  memberMissingForKind,
  memberNotForKind,
  nothingCharged,
  taxIn,
} from '../../billing/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { invalidData, parseDay } from '../../kernel/index.ts'
import type { ManualKind } from '../../ledger/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { manualEntryExample } from './examples.ts'
import { enterMoneyBody, manualEntrySchema, viewManualEntry } from './manual-entry.ts'

const notADay = { code: 'invalid_value', field: 'due_date', rules: ['iso_date'] } as const

export function addEnterMoney(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/policies/:policyId/manual_entries',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('`kind`, `amount` or `reason` is missing, or `due_date` is no date.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          amountNotForKind,
          memberMissingForKind,
          memberNotForKind,
          dueTooEarly,
          correctionBeyondCharges,
          policyNotFound,
          nothingCharged,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'enterMoney',
        summary: 'Enter goodwill, a fee or a correction',
        description:
          'Moves money of a policy by hand, with a document for the customer. What is charged is ' +
          'paid by credit first, and the rest is due on a later day. What is given pays open ' +
          'invoices first; the rest is credit, and is refunded where no later period uses it.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        body: named(enterMoneyBody),
        response: {
          200: exampled(named(manualEntrySchema), 'The entry.', manualEntryExample),
        },
      },
    },
    async (request, reply) => {
      const { kind, amount, tax_rate: rate, due_date: due, text = null, reason } = request.body
      checkMembers(kind, { amount, rate, due, text })
      const dueDay = due === undefined ? null : parseDay(due)
      if (due !== undefined && dueDay === null) throw invalidData([notADay], null)
      const view = ({ entry }: EnteredMoney) => viewManualEntry(entry)
      const tax = rate === undefined ? 0 : taxIn(amount, rate)
      const taxRate = rate === undefined ? null : String(Number(rate))
      const entry = { kind: kind as ManualKind, amount, tax, taxRate, text, dueDay, reason } // By its schema.
      const entering = { caller: callerOf(request), ...request.params, entry }
      return view(await enterMoney(deps, entering, replayOf(reply, view)))
    },
  )
}

/** Each kind has its own members. */
function checkMembers(
  kind: string,
  {
    amount,
    rate,
    due,
    text,
  }: {
    readonly amount: number
    readonly rate: string | undefined
    readonly due: string | undefined
    readonly text: string | null
  },
): void {
  if (amount === 0 || (amount < 0 && kind !== 'correction')) throw amountNotForKind(kind)
  if (kind === 'correction' && rate === undefined) throw memberMissingForKind('tax_rate', kind)
  if (kind === 'fee' && text === null) throw memberMissingForKind('text', kind)
  if (kind !== 'correction' && rate !== undefined) throw memberNotForKind('tax_rate', kind)
  const isCharged = kind !== 'goodwill' && amount > 0
  if (!isCharged && due !== undefined) throw memberNotForKind('due_date', kind)
}
