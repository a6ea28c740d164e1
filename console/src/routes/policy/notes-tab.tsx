import type { Policy, RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LongField } from '../../act/fields.tsx'
import { useAct, useCall } from '../../api/use-call.ts'
import { Empty, Failed, Loaded, Status } from '../../frame/states.tsx'
import { useMay } from '../../session/me.ts'
import { useColleagues } from '../../words/colleagues.ts'
import { today, useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { NewTask } from '../work/new-task.tsx'
import { workTitles } from '../work/titles.ts'
import { workWords } from '../work/words.ts'

/** What people keep about the policy: notes, and what is still to be done. */
export function NotesTab({ policy }: { readonly policy: Policy }) {
  const words = useWords(workWords)
  const notes = useCall('listNotes', { query: { policy_id: policy.id } })
  const mayWrite = useMay('notes.write')
  return (
    <>
      <Tasks policy={policy} />
      <h2>{words.notes}</h2>
      {mayWrite && <WriteNote policy={policy} />}
      <Loaded query={notes} lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.noNotes}>{words.noNotesHint}</Empty>
          ) : (
            rows.map((note) => <OneNote key={note.id} note={note} />)
          )
        }
      </Loaded>
    </>
  )
}

function Tasks({ policy }: { readonly policy: Policy }) {
  const words = useWords(workWords)
  const { tasks: title } = useWords(workTitles)
  const { day } = useMoments()
  const { nameOf } = useColleagues()
  const mayCreate = useMay('tasks.manage')
  const tasks = useCall('listTasks', { query: { policy_id: policy.id, status: 'open' } })
  const done = useAct('changeTask')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h2>{title}</h2>
      <Loaded query={tasks} lines={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">{words.noOpenTasks}</p>
          ) : (
            <ul className="rows">
              {rows.map((task) => (
                <li key={task.id}>
                  <Status
                    tone={task.due_date !== null && task.due_date < today() ? 'attention' : 'quiet'}
                  >
                    {task.title}
                  </Status>
                  <span className="note-foot">
                    {task.due_date !== null && `${words.due} ${day(task.due_date)} · `}
                    {task.assignee_id === null
                      ? words.nobody
                      : (nameOf(task.assignee_id) ?? words.someone)}
                    <Button
                      size="xs"
                      variant="default"
                      disabled={!task.allowed.change.allowed}
                      title={task.allowed.change.reason ?? undefined}
                      onClick={() =>
                        done.mutate({ params: { taskId: task.id }, body: { status: 'done' } })
                      }
                    >
                      {words.finish}
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {done.error !== null && <Failed error={done.error} />}
      {mayCreate && (
        <div className="act-row">
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {words.create}
          </Button>
        </div>
      )}
      {isOpen && <NewTask policyId={policy.id} onClose={() => setOpen(false)} />}
    </>
  )
}

function WriteNote({ policy }: { readonly policy: Policy }) {
  const words = useWords(workWords)
  const [body, setBody] = useState('')
  const write = useAct('writeNote', () => setBody(''))
  return (
    <form
      className="review review-form note-form"
      onSubmit={(event) => {
        event.preventDefault()
        write.mutate({ body: { policy_id: policy.id, body: body.trim() } })
      }}
    >
      <LongField
        label={words.writeNote}
        description={words.notePlaceholder}
        value={body}
        onChange={setBody}
      />
      <div>
        <Button size="xs" type="submit" disabled={body.trim() === ''} loading={write.isPending}>
          {words.keep}
        </Button>
      </div>
      {write.error !== null && <Failed error={write.error} />}
    </form>
  )
}

function OneNote({ note }: { readonly note: RowOf<'listNotes'> }) {
  const words = useWords(workWords)
  const { moment } = useMoments()
  const { nameOf } = useColleagues()
  const remove = useAct('removeNote')
  const isRemoved = note.removed_at !== null
  return (
    <article className="note">
      {isRemoved ? (
        <p className="quiet">{words.removed}</p>
      ) : (
        <p>{note.body ?? words.hiddenNote}</p>
      )}
      <div className="note-foot">
        <span>
          {words.createdBy(nameOf(note.written_by) ?? words.someone, moment(note.written_at))}
        </span>
        {!isRemoved && note.allowed.remove.allowed && (
          <button
            type="button"
            className="quiet-button"
            title={words.removeHint}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { noteId: note.id } })}
          >
            {words.remove}
          </button>
        )}
      </div>
      {remove.error !== null && <Failed error={remove.error} />}
    </article>
  )
}
