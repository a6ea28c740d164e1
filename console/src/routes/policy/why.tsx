import { BinderyError, type PriceChange } from '@bindery/sdk'
import { useCall } from '../../api/use-call.ts'
import { useStore } from '../../store.ts'
import { Loaded } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { language, useWords } from '../../words/language.ts'
import { Waterfall } from './waterfall.tsx'
import { policyWords } from './words.ts'

/** Why the premium changed, as a picture whose steps end at the new premium. */
export function Why({
  policyId,
  from,
  to,
}: {
  readonly policyId: string
  readonly from?: string
  readonly to?: string
}) {
  const spoken = useStore(language)
  const why = useCall('showPriceChange', {
    params: { policyId },
    query: {
      language: spoken,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  })
  // What cannot be explained says so in its own words: there is nothing to be fixed.
  if (why.error instanceof BinderyError && why.error.kind === 'refused') {
    return <p className="quiet">{why.error.message}</p>
  }
  return <Loaded query={why}>{(change) => <Explained change={change} />}</Loaded>
}

function Explained({ change }: { readonly change: PriceChange }) {
  const words = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const amount = (cents: number) => money(cents, change.currency)
  if (change.shares.length === 0) return <p className="quiet">{change.summary || words.whyNone}</p>
  return (
    <figure className="why">
      <figcaption>{change.summary}</figcaption>
      <Waterfall
        before={{ label: words.whyBefore, amount: change.before.gross_payment_amount }}
        after={{
          label: words.whyFrom(day(change.effective_date)),
          amount: change.after.gross_payment_amount,
        }}
        steps={change.shares.map(({ summary, amount: cents }) => ({
          label: summary,
          amount: cents,
        }))}
        show={amount}
        words={{ cause: words.cause, amount: words.amount, title: words.whyTitle }}
      />
    </figure>
  )
}
