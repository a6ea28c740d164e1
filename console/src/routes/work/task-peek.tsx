import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMe } from '../../session/me.ts'
import { useColleagues } from '../../words/colleagues.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { TaskFields } from './task-fields.tsx'
import { workWords } from './words.ts'

type Task = RowOf<'listTasks'>

/** A task in full: taken, changed, done. */
export function TaskPeek({ task }: { readonly task: Task }) {
  const words = useWords(workWords)
  const { moment } = useMoments()
  const { person } = useMe()
  const { nameOf } = useColleagues()
  const held = {
    title: task.title,
    note: task.note ?? '',
    assignee_id: task.assignee_id ?? '',
    due_date: task.due_date ?? '',
  }
  const [entries, setEntries] = useState(held)
  const [message, setMessage] = useState(words.saved)
  const change = useAct('changeTask', () => showToast(message))
  const { allowed } = task.allowed.change
  const isChanged = JSON.stringify(entries) !== JSON.stringify(held)
  const send = (body: Parameters<typeof change.mutate>[0]['body'], says: string) => {
    setMessage(says)
    change.mutate({ params: { taskId: task.id }, body })
  }
  const isDone = task.status === 'done'
  return (
    <>
      <Facts
        of={[
          [words.about, <AboutLink key="about" task={task} />],
          [
            words.created,
            words.createdBy(nameOf(task.created_by) ?? words.someone, moment(task.created_at)),
          ],
          [
            words.states.done,
            task.done_at &&
              words.createdBy(nameOf(task.done_by ?? '') ?? words.someone, moment(task.done_at)),
          ],
        ]}
      />
      <form
        className="review review-form"
        onSubmit={(event) => {
          event.preventDefault()
          const { assignee_id: assignee, due_date: due, note, title } = entries
          send(
            {
              title: title.trim(),
              note: note.trim() === '' ? null : note.trim(),
              assignee_id: assignee === '' ? null : assignee,
              due_date: due === '' ? null : due,
            },
            words.saved,
          )
        }}
      >
        <TaskFields
          entries={entries}
          change={(changed) => setEntries({ ...entries, ...changed })}
        />
        <div className="act-row">
          <Button
            size="xs"
            disabled={!allowed}
            title={task.allowed.change.reason ?? undefined}
            loading={change.isPending}
            onClick={() =>
              isDone
                ? send({ status: 'open' }, words.saved)
                : send({ status: 'done' }, words.finished)
            }
          >
            {isDone ? words.reopen : words.finish}
          </Button>
          {task.assignee_id !== person.id && !isDone && (
            <Button
              size="xs"
              variant="default"
              disabled={!allowed}
              onClick={() => {
                setEntries({ ...entries, assignee_id: person.id })
                send({ assignee_id: person.id }, words.taken)
              }}
            >
              {words.take}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            type="submit"
            disabled={!allowed || !isChanged || entries.title.trim() === ''}
          >
            {words.save}
          </Button>
        </div>
        {change.error !== null && <Failed error={change.error} />}
      </form>
    </>
  )
}

/** The policy or customer that a task is about. */
function AboutLink({
  task: { policy_id: policyId, customer_id: customerId },
}: {
  readonly task: Task
}) {
  const words = useWords(workWords)
  if (policyId !== null) {
    return (
      <Link to="/policies/$policyId" params={{ policyId }}>
        {words.aboutPolicy}
      </Link>
    )
  }
  if (customerId === null) return null
  return (
    <Link to="/customers/$customerId" params={{ customerId }}>
      {words.aboutCustomer}
    </Link>
  )
}
