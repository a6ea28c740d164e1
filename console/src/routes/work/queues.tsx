import type { Answer } from '@bindery/sdk'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ListPlace } from '../../list/list-page.tsx'
import { daysAgo, today } from '../../words/formats.ts'

export type Kind = Answer<'showInbox'>['items'][number]['kind']

interface Queue {
  readonly List: LazyExoticComponent<ComponentType<ListPlace>>
  readonly fixed?: () => Readonly<Record<string, string>>
}

const tasks = lazy(async () => ({ default: (await import('./task-list.tsx')).TaskList }))
const payouts = lazy(async () => ({
  default: (await import('../money/payouts.tsx')).PayoutList,
}))

/** What is in each queue: a list of the console, with filters that hold. */
export const queues: Readonly<Record<Kind, Queue>> = {
  tasks_of_mine: {
    List: tasks,
    fixed: () => ({ assignee_id: 'me', status: 'open', due_until: today() }),
  },
  tasks_of_nobody: { List: tasks, fixed: () => ({ assignee_id: 'nobody', status: 'open' }) },
  approvals_pending: {
    List: lazy(async () => ({ default: (await import('./approval-list.tsx')).ApprovalList })),
    fixed: () => ({ status: 'pending' }),
  },
  money_in_doubt: {
    List: lazy(async () => ({ default: (await import('../money/payments.tsx')).PaymentList })),
    fixed: () => ({ in_doubt: 'true' }),
  },
  receipts_unmatched: {
    List: lazy(async () => ({ default: (await import('../money/receipts.tsx')).ReceiptList })),
    fixed: () => ({ state: 'unmatched' }),
  },
  withdrawals_open: {
    List: lazy(async () => ({ default: (await import('./withdrawal-list.tsx')).WithdrawalList })),
    fixed: () => ({ state: 'open' }),
  },
  payouts_without_account: { List: payouts, fixed: () => ({ state: 'needs_account' }) },
  payouts_to_export: { List: payouts, fixed: () => ({ state: 'pending' }) },
  lapses_unproven: {
    List: lazy(async () => ({ default: (await import('../money/dunning.tsx')).DunningList })),
    fixed: () => ({ lapse_unproven: 'true' }),
  },
  renewals_blocked: {
    List: lazy(async () => ({ default: (await import('../sales/renewals.tsx')).RenewalList })),
    fixed: () => ({ state: 'blocked' }),
  },
  disputes_to_answer: {
    List: lazy(async () => ({ default: (await import('../money/disputes.tsx')).DisputeList })),
    fixed: () => ({ to_answer: 'true' }),
  },
  reconciliation_unmatched: {
    List: lazy(async () => ({
      default: (await import('../money/reconciliation.tsx')).ReconciliationList,
    })),
    fixed: () => ({ state: 'unmatched', to: daysAgo(2) }),
  },
  policies_stuck: {
    List: lazy(async () => ({ default: (await import('./stuck-list.tsx')).StuckList })),
  },
  mails_parked: {
    List: lazy(async () => ({ default: (await import('../mails/mails.tsx')).MailList })),
    fixed: () => ({ state: 'parked' }),
  },
  deliveries_parked: {
    List: lazy(async () => ({
      default: (await import('../operations/webhooks.tsx')).WebhookList,
    })),
  },
}
