import { useState } from 'react'
import { filled } from '../../act/filled.ts'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { TaskFields } from './task-fields.tsx'
import { workWords } from './words.ts'

/** A task, about a policy or about nothing in particular. */
export function NewTask({
  policyId = '',
  onClose,
}: {
  readonly policyId?: string
  readonly onClose: () => void
}) {
  const words = useWords(workWords)
  const { person } = useMe()
  const [entries, setEntries] = useState({
    title: '',
    note: '',
    assignee_id: person.id,
    due_date: '',
  })
  const { title, ...rest } = entries
  return (
    <FormSheet
      title={words.create}
      id="createTask"
      verb={words.save}
      request={
        title.trim() === ''
          ? null
          : { body: { title: title.trim(), ...filled({ ...rest, policy_id: policyId }) } }
      }
      onClose={onClose}
    >
      <TaskFields entries={entries} change={(changed) => setEntries({ ...entries, ...changed })} />
    </FormSheet>
  )
}
