import type { RowOf } from '@bindery/sdk'
import { eventTypes } from '@bindery/sdk/generated'
import { Link } from '@tanstack/react-router'
import { CopyId } from '../../frame/copy-id.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useRecordWords } from '../../words/use-record-words.ts'
import { JsonText } from './json-text.tsx'
import { operationsTitles } from './titles.ts'
import { operationsWords } from './words.ts'

type Event = RowOf<'listEvents'>

function EventList(place: ListPlace) {
  const words = useWords(operationsWords)
  const { text, moment, id } = useColumnKinds<Event>()
  const { say, both, draw, choices } = useRecordWords()
  return (
    <List
      {...place}
      call="listEvents"
      keyOf={(event) => event.id}
      peek={(event) => ({ title: say(event.type), content: <EventPeek event={event} /> })}
      columns={[
        moment('at', words.at, (event) => event.created_at),
        {
          ...text('type', words.type, ({ type }) => both(type), { grows: true, width: 260 }),
          cell: ({ type }) => draw(type),
        },
        id('subject', words.subject, (event) => event.subject_id, { isExtra: false }),
        id('policy', words.policy, (event) => event.policy_id, { isExtra: false }),
        {
          ...text('sequence', words.sequence, ({ sequence }) => sequence?.toString() ?? ''),
          isNumber: true,
        },
        id('id', words.id, (event) => event.id),
      ]}
      filters={[
        { name: 'type', title: words.type, choices: choices(eventTypes) },
        { name: 'subject_id', title: words.subject },
      ]}
      empty={{ title: words.noEvents, hint: words.noEventsHint }}
    />
  )
}

function EventPeek({ event }: { readonly event: Event }) {
  const words = useWords(operationsWords)
  const { time } = useMoments()
  return (
    <>
      <Facts
        of={[
          [words.type, <code key="type">{event.type}</code>],
          [words.at, time(event.created_at)],
          [words.clock, event.clock_at && time(event.clock_at)],
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

export const page = listPage(operationsTitles, 'events', EventList)
