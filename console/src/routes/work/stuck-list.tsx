import type { RowOf } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../list/peek.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { stuckWords } from './stuck-words.ts'

type Stuck = RowOf<'searchStuckPolicies'>

const nameOf = ({ first_name, last_name }: Stuck) => `${first_name ?? ''} ${last_name ?? ''}`.trim()

/** Policies of which something due failed, and is tried again by itself. */
export function StuckList(place: ListPlace) {
  const words = useWords(stuckWords)
  const { text, moment, count, id, names } = useColumnKinds<Stuck>()
  return (
    <List
      {...place}
      call="searchStuckPolicies"
      keyOf={(stuck) => stuck.id}
      peek={(stuck) => ({
        title: stuck.policy_number ?? stuck.id,
        content: <StuckPeek stuck={stuck} />,
      })}
      columns={[
        text('number', words.policy, (stuck) => stuck.policy_number, { width: 150 }),
        text('customer', words.customer, nameOf, { width: 150 }),
        text('reason', words.reason, (stuck) => stuck.reason, { grows: true, width: 220 }),
        moment('retry', words.retry, (stuck) => stuck.retry_at),
        count('attempts', words.attempts, (stuck) => stuck.attempts),
        text('product', words.product, (stuck) => names.product(stuck.product_id)),
        id('id', words.id, (stuck) => stuck.id),
      ]}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  )
}

function StuckPeek({ stuck }: { readonly stuck: Stuck }) {
  const words = useWords(stuckWords)
  const { time } = useMoments()
  return (
    <>
      <Facts
        of={[
          [words.customer, nameOf(stuck)],
          [words.failed, time(stuck.failed_at)],
          [words.attempts, stuck.attempts],
          [words.retry, time(stuck.retry_at)],
        ]}
      />
      <h3>{words.why}</h3>
      <pre className="code">{stuck.reason}</pre>
      <h3>{words.toDo}</h3>
      <p>{words.toDoHint}</p>
      <p>
        <Link to={`/policies/${stuck.id}`}>{words.toPolicy}</Link>
      </p>
    </>
  )
}
