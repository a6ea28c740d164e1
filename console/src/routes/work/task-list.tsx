import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { useColleagues } from '../../words/colleagues.ts'
import { today } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { TaskPeek } from './task-peek.tsx'
import { workWords } from './words.ts'

type Task = RowOf<'listTasks'>

const tones: Readonly<Record<'open' | 'overdue' | 'done', Tone>> = {
  open: 'quiet',
  overdue: 'attention',
  done: 'settled',
}

export function TaskList(place: ListPlace) {
  const words = useWords(workWords)
  const { people, nameOf } = useColleagues()
  const { text, day, moment, state, id } = useColumnKinds<Task>()
  const stateOf = ({ status, due_date: due }: Task) =>
    status === 'open' && due !== null && due < today() ? 'overdue' : status
  return (
    <List
      {...place}
      call="listTasks"
      keyOf={(task) => task.id}
      peek={(task) => ({
        title: task.title,
        content: <TaskPeek key={`${task.id} ${task.status}`} task={task} />,
      })}
      columns={[
        text('title', words.title, (task) => task.title, { grows: true, width: 240 }),
        state('status', words.status, stateOf, { ...words.states, overdue: words.overdue }, tones),
        text('assignee', words.assignee, ({ assignee_id: assignee }) =>
          assignee === null ? words.nobody : (nameOf(assignee) ?? words.someone),
        ),
        day('due', words.due, (task) => task.due_date),
        text('about', words.about, (task) =>
          task.policy_id !== null
            ? words.aboutPolicy
            : task.customer_id !== null
              ? words.aboutCustomer
              : null,
        ),
        moment('created', words.created, (task) => task.created_at, { isExtra: true }),
        id('id', 'Id', (task) => task.id),
      ]}
      filters={[
        { name: 'status', title: words.status, choices: choicesOf(words.states) },
        {
          name: 'assignee_id',
          title: words.assignee,
          choices: [
            { value: 'me', title: words.me },
            { value: 'nobody', title: words.nobody },
            ...people.map(({ id: value, name }) => ({ value, title: name })),
          ],
        },
        { name: 'due_until', title: words.dueUntil, isDay: true },
      ]}
      defaults={{ status: 'open' }}
      empty={{ title: words.noTasks, hint: words.noTasksHint }}
    />
  )
}
