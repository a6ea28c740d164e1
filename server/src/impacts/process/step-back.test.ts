import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { stepBack } from './step-back.ts'

it.each([
  ['behind those who have not stepped back', '0', 10, 10],
  ['and stays where it was, if that is further back', '15', 10, 15],
  ['and nowhere for a niceness of zero', '5', 0, 5],
])('a process steps back %s', async (_, started, niceness, expected) => {
  const child = spawn('nice', ['-n', started, 'sleep', '600'], { stdio: 'ignore' })
  const { pid = 0 } = child
  const before = Math.min(getPriority() + Number(started), constants.priority.PRIORITY_LOW)
  await expect.poll(() => getPriority(pid)).toBe(before)
  stepBack(pid, niceness)
  expect(getPriority(pid)).toBe(Math.max(expected, before))
  child.kill()
  await once(child, 'exit')
})
