import { ChoiceField, DayField, LongField, TextField } from '../../act/fields.tsx'
import { useMe } from '../../session/me.ts'
import { useColleagues } from '../../words/colleagues.ts'
import { useWords } from '../../words/language.ts'
import { workWords } from './words.ts'

export interface TaskEntries {
  readonly title: string
  readonly note: string
  readonly assignee_id: string
  readonly due_date: string
}

/** What a task says. */
export function TaskFields({
  entries,
  change,
}: {
  readonly entries: TaskEntries
  readonly change: (changed: Partial<TaskEntries>) => void
}) {
  const words = useWords(workWords)
  return (
    <>
      <TextField
        label={words.title}
        isFirst
        value={entries.title}
        onChange={(title) => change({ title })}
      />
      <AssigneeField
        value={entries.assignee_id}
        onChange={(assigneeId) => change({ assignee_id: assigneeId })}
      />
      <DayField
        label={words.due}
        value={entries.due_date}
        onChange={(day) => change({ due_date: day })}
        isOptional
      />
      <LongField
        label={words.note}
        value={entries.note}
        onChange={(note) => change({ note })}
        isOptional
      />
    </>
  )
}

/** Oneself first, then the others by name. */
export function AssigneeField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  const words = useWords(workWords)
  const { person } = useMe()
  const { people } = useColleagues()
  const others = people.filter(({ id }) => id !== person.id)
  return (
    <ChoiceField
      label={words.assignee}
      value={value}
      onChange={onChange}
      choices={[
        { value: '', label: words.nobody },
        { value: person.id, label: `${person.name} (${words.me})` },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
