import type { RowOf } from '@bindery/sdk'
import { eventTypes } from '@bindery/sdk/generated'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../frame/copy-id.tsx'
import { Page } from '../../frame/page.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { JsonText } from './json-text.tsx'
import { operationsTitles, operationsWords } from './words.ts'

type Event = RowOf<'listEvents'>

const types = eventTypes.map((type) => ({ value: type, title: type }))

function Events() {
  const words = useWords(operationsWords)
  const { events: title } = useWords(operationsTitles)
  const { text, moment, id } = useColumnKinds()
  return (
    <Page title={title} isWide>
      <List
        title={title}
        call="listEvents"
        keyOf={(event) => event.id}
        peek={(event) => ({ title: event.type, content: <EventPeek event={event} /> })}
        columns={[
          moment<Event>('at', words.at, (event) => event.created_at),
          text<Event>('type', words.type, (event) => event.type, { grows: true, width: 180 }),
          id<Event>('subject', words.subject, (event) => event.subject_id, { isExtra: false }),
          id<Event>('policy', words.policy, (event) => event.policy_id, { isExtra: false }),
          {
            ...text<Event>(
              'sequence',
              words.sequence,
              ({ sequence }) => sequence?.toString() ?? '',
            ),
            isNumber: true,
          },
          id<Event>('id', words.id, (event) => event.id),
        ]}
        filters={[
          { name: 'type', title: words.type, choices: types },
          { name: 'subject_id', title: words.subject },
        ]}
        empty={{ title: words.noEvents, hint: words.noEventsHint }}
      />
    </Page>
  )
}

function EventPeek({ event }: { readonly event: Event }) {
  const words = useWords(operationsWords)
  const { moment } = useMoments()
  return (
    <>
      <Facts
        of={[
          [words.at, moment(event.created_at)],
          [words.clock, event.clock_at && moment(event.clock_at)],
          [words.subject, <CopyId key="subject" id={event.subject_id} />],
          [words.sequence, event.sequence],
          [words.id, <CopyId key="id" id={event.id} />],
        ]}
      />
      {event.policy_id !== null && (
        <p>
          <Link to={`/policies/${event.policy_id}`}>{words.toPolicy}</Link>
        </p>
      )}
      <h3>{words.data}</h3>
      <JsonText value={event.data} />
    </>
  )
}

export { Events as page }
