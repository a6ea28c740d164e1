import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import { CopyId } from '../../frame/copy-id.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { Facts } from '../../list/peek.tsx'
import { useColleagues } from '../../words/colleagues.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { useRecordWords } from '../../words/use-record-words.ts'
import { VerifyEvidence } from './verify-evidence.tsx'
import { JsonText } from './json-text.tsx'
import { operationsTitles } from './titles.ts'
import { operationsWords } from './words.ts'

type Entry = RowOf<'listAudit'>

function AuditList(place: ListPlace) {
  const words = useWords(operationsWords)
  const { nameOf } = useColleagues()
  const { text, moment, id } = useColumnKinds<Entry>()
  const { say, both, draw } = useRecordWords()
  return (
    <List
      {...place}
      call="listAudit"
      keyOf={(entry) => entry.id}
      peek={(entry) => ({ title: say(entry.action), content: <EntryPeek entry={entry} /> })}
      columns={[
        moment('at', words.at, (entry) => entry.created_at),
        {
          ...text('action', words.action, ({ action }) => both(action), {
            grows: true,
            width: 260,
          }),
          cell: ({ action }) => draw(action),
        },
        text('who', words.who, ({ user_id }) =>
          user_id === null ? words.key : (nameOf(user_id) ?? words.person),
        ),
        id('user', words.person, (entry) => entry.user_id ?? entry.key_id),
        id('subject', words.subject, (entry) => entry.subject_id, { isExtra: false }),
        text('address', words.address, (entry) => entry.address, { isExtra: true }),
        id('request', words.request, (entry) => entry.request_id),
      ]}
      filters={[
        { name: 'subject_id', title: words.subject },
        { name: 'user_id', title: words.byUser },
      ]}
      empty={{ title: words.noAudit, hint: words.noAuditHint }}
    />
  )
}

function EntryPeek({ entry }: { readonly entry: Entry }) {
  const words = useWords(operationsWords)
  const { time } = useMoments()
  return (
    <>
      <Facts
        of={[
          [words.action, <code key="action">{entry.action}</code>],
          [words.at, time(entry.created_at)],
          [words.person, entry.user_id && <CopyId id={entry.user_id} />],
          [words.key, entry.key_id && <CopyId id={entry.key_id} />],
          [words.subject, <CopyId key="subject" id={entry.subject_id} />],
          [words.address, entry.address],
          [words.request, entry.request_id && <CopyId id={entry.request_id} />],
        ]}
      />
      <h3>{words.before}</h3>
      <JsonText value={entry.before} />
      <h3>{words.after}</h3>
      <JsonText value={entry.after} />
    </>
  )
}

function Audit() {
  const { audit: title } = useWords(operationsTitles)
  return (
    <Page title={title} isWide acts={<VerifyEvidence />}>
      <AuditList title={title} />
    </Page>
  )
}

export { Audit as page }
