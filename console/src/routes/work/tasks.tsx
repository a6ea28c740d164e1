import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCommands } from '../../frame/commands.ts'
import { Page } from '../../frame/page.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { useMay } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { NewTask } from './new-task.tsx'
import { TaskList } from './task-list.tsx'
import { workTitles } from './titles.ts'
import { workWords } from './words.ts'

function Tasks() {
  const words = useWords(workWords)
  const { tasks: title } = useWords(workTitles)
  const mayCreate = useMay('tasks.manage')
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(mayCreate)
  useShortcut(mayCreate ? 'c' : '', words.create, open)
  useCommands(
    mayCreate ? [{ id: 'new task', group: title, title: words.create, hint: 'c', run: open }] : [],
  )
  return (
    <Page
      title={title}
      isWide
      acts={
        mayCreate && (
          <Button size="xs" onClick={open}>
            {words.create}
          </Button>
        )
      }
    >
      <TaskList title={title} />
      {isOpen && <NewTask onClose={() => setOpen(false)} />}
    </Page>
  )
}

export { Tasks as page }
