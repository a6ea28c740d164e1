import { notFound } from '../../kernel/index.ts'
import { type Host, serveTasks } from '../index.ts'

const nothingThere = notFound('Thing', { code: 'thing_not_found', when: 'Never.', example: 'one' })

// For tests: a thread that runs any task, also those that exceed its limits.
const added: number[] = []
serveTasks({
  add: ([one, other]: [number, number]) => {
    added.push(one)
    return one + other
  },
  added: () => added.slice(-500),
  give: (what: string) => (what === 'function' ? () => what : what),
  ask: (question: string, host: Host) => host.ask('question', question),
  refuse: () => {
    throw nothingThere('one')
  },
  wait: () => new Promise(() => undefined),
  compute: () => {
    for (;;);
  },
  hoard: () => {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => at))
  },
})
