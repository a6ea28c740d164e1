import { allInboxKinds, inboxCountMax, inboxKinds, readInbox } from '../../inbox/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { flag, named, oneOf, text } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'

export const inboxSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        kind: oneOf(
          allInboxKinds,
          '`money_in_doubt` are payments and refunds that nobody knows the end of. ' +
            '`disputes_to_answer` are disputes that wait for your evidence, each by a day. ' +
            '`reconciliation_unmatched` is money at payment providers that differs from the ledger ' +
            'for two days. ' +
            '`withdrawals_open` are withdrawals that customers have declared and that are not carried out. ' +
            '`lapses_unproven` are policies that lapsed after a notice that is not proven any more: ' +
            'void the lapse, or let it stand. ' +
            '`policies_stuck` are policies of which something due failed and is tried again. ' +
            '`deliveries_parked` are webhook deliveries and `mails_parked` mails that are no longer tried.',
        ),
        count: Type.Integer({ description: `How many there are, up to ${inboxCountMax}.` }),
        is_capped: flag('Whether there are more than that.'),
        permission: text('The permission by which you see it.'),
      }),
      { description: 'What you may see, also where nothing waits.' },
    ),
    not_shown: Type.Array(
      Type.Object({
        kind: oneOf(allInboxKinds, 'What is not shown.'),
        permission: text('The permission that you lack.'),
      }),
      { description: 'What you may not see.' },
    ),
  },
  {
    $id: 'Inbox',
    description: 'What needs a person.',
    examples: [
      {
        items: [
          {
            kind: 'receipts_unmatched',
            count: 3,
            is_capped: false,
            permission: inboxKinds.receipts_unmatched,
          },
        ],
        not_shown: [{ kind: 'deliveries_parked', permission: inboxKinds.deliveries_parked }],
      },
    ],
  },
)

export function addShowInbox(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/inbox',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'showInbox',
        summary: 'View what needs a person',
        description:
          'Counts what waits for somebody, as far as you may see it: your tasks that are due and ' +
          'tasks of nobody, requests for a second person, money in doubt, disputes to answer, ' +
          'receipts without a match, payouts, money at providers that does not match, declared ' +
          'withdrawals, lapses without proof, blocked renewals, policies that are stuck, failed deliveries and mails.',
        tags: ['Management'],
        response: { 200: named(inboxSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const items = await readInbox(deps, caller)
      const shown = new Set(items.map(({ kind }) => kind))
      return {
        items: items.map(({ kind, count, isCapped }) => ({
          kind,
          count,
          is_capped: isCapped,
          permission: inboxKinds[kind],
        })),
        not_shown: allInboxKinds
          .filter((kind) => !shown.has(kind))
          .map((kind) => ({ kind, permission: inboxKinds[kind] })),
      }
    },
  )
}
