import {
  type Answer,
  BinderyError,
  type CallRequest,
  type Policy,
  type PreviewTransaction,
  type TransactionPreview,
} from '@bindery/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../../../api/client.ts'
import { callOptions, useAct } from '../../../api/use-call.ts'
import { showToast } from '../../../frame/toasts.tsx'
import { useMoments, useMoney } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { Conflict } from './conflict.tsx'
import { followTransaction } from './follow.ts'
import { Preview } from './preview.tsx'
import { ReviewSheet } from '../../../act/review-sheet.tsx'
import { Sheet } from '../../../act/sheet.tsx'
import { sheetWords } from '../../../act/words.ts'
import { actWords } from './words.ts'

type TransactionId =
  | 'cancelPolicy'
  | 'endorsePolicy'
  | 'moveEnd'
  | 'reinstatePolicy'
  | 'withdrawPolicy'

/** A transaction that was priced, and how it is sent. */
interface Reviewed {
  readonly preview: TransactionPreview
  readonly body: PreviewTransaction
}

/**
 * An act that changes the policy: filled in, previewed in cents and documents, and carried out for
 * exactly these. Where somebody else was faster, theirs is shown beside it, and it can be applied again.
 */
export function TransactionSheet<Id extends TransactionId>({
  title,
  policy,
  id,
  verb,
  isReady,
  mine,
  prepare,
  requestOf,
  children,
  onClose,
}: {
  readonly title: string
  readonly policy: Policy
  readonly id: Id
  /** What the button says that carries it out, without cents. */
  readonly verb: (preview: TransactionPreview) => string
  readonly isReady: boolean
  /** What was entered, in words, to stand beside what somebody else did. */
  readonly mine: readonly string[]
  /** What is to be previewed, of what was entered. */
  readonly prepare: () => PreviewTransaction | Promise<PreviewTransaction>
  readonly requestOf: (
    body: PreviewTransaction,
    common: {
      readonly params: { readonly policyId: string }
      readonly headers: { readonly 'If-Match': string }
      readonly previewToken: string
    },
  ) => CallRequest<Id>
  readonly children: ReactNode
  readonly onClose: () => void
}) {
  const words = useWords(actWords)
  const sheet = useWords(sheetWords)
  const money = useMoney()
  const { day } = useMoments()
  const cache = useQueryClient()
  const [seen, setSeen] = useState(policy.version_id)
  const [reviewed, setReviewed] = useState<Reviewed | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const act = useAct(id, async (answer) => {
    const { status, payment } = await followTransaction(answer as Answer<'cancelPolicy'>) // All five answer alike.
    if (status === 'failed') throw new Error(words.failed)
    showToast(
      payment !== null && status === 'proposed'
        ? words.proposed(money(payment.amount, payment.currency), day(payment.pay_until))
        : sheet.doneOf(title),
    )
    onClose()
  })
  const params = { policyId: policy.id }

  async function review(version = seen): Promise<void> {
    setReviewing(true)
    setError(null)
    act.reset()
    try {
      const body = await prepare()
      const headers = { 'If-Match': `"${version}"` }
      const preview = await client.call('previewTransaction', { params, headers, body })
      setReviewed({ preview, body })
    } catch (caught) {
      setReviewed(null)
      if (caught instanceof Error && isStale(caught)) {
        await cache.invalidateQueries({ queryKey: ['showTimeline'] })
      }
      setError(caught instanceof Error ? caught : new Error(String(caught)))
    } finally {
      setReviewing(false)
    }
  }

  async function applyAgain(): Promise<void> {
    const current = await cache.fetchQuery({
      ...callOptions('showPolicy', { params }),
      staleTime: 0,
    })
    const version = 'version_id' in current ? current.version_id : seen
    setSeen(version)
    await review(version)
  }

  const refusal = act.error ?? error
  if (isStale(refusal)) {
    return (
      <Sheet title={title} onClose={onClose}>
        <Conflict policy={policy} seen={seen} mine={mine} onApply={() => void applyAgain()} />
      </Sheet>
    )
  }
  const request =
    reviewed &&
    requestOf(reviewed.body, {
      params,
      headers: { 'If-Match': `"${reviewed.preview.version_id}"` },
      previewToken: reviewed.preview.preview_token,
    })
  return (
    <ReviewSheet
      title={title}
      isReady={isReady}
      isReviewing={isReviewing}
      review={() => void review()}
      error={refusal}
      onClose={onClose}
      reviewed={
        reviewed === null || request === null
          ? null
          : {
              content: <Preview preview={reviewed.preview} policy={policy} mine={mine} />,
              verb: withCents(verb(reviewed.preview), reviewed.preview, words.confirm, money),
              call: { id, request },
              isSending: act.isPending,
              send: () => act.mutate(request),
              change: () => {
                act.reset()
                setReviewed(null)
              },
            }
      }
    >
      {children}
    </ReviewSheet>
  )
}

function isStale(error: Error | null): boolean {
  return (
    error instanceof BinderyError &&
    error.kind === 'versionMismatch' &&
    error.code === 'stale_version'
  )
}

/** The act and its amount, as the button names them. */
function withCents(
  verb: string,
  { invoice, refund, credit }: TransactionPreview,
  confirm: typeof actWords.en.confirm,
  money: (cents: number, currency: string) => string,
): string {
  const { currency } = refund
  if (refund.amount > 0) return confirm.refund(verb, money(refund.amount, currency))
  if (invoice !== null) return confirm.charge(verb, money(invoice.amount, currency))
  return credit > 0 ? confirm.credit(verb, money(credit, currency)) : confirm.plain(verb)
}
