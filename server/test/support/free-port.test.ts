import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

const file = fileURLToPath(new URL('./free-port.ts', import.meta.url))
/** Every process begins to look at the same place, and stays until it is ended. */
const takesForty = `
  Math.random = () => 0.5
  const { freePort } = await import(${JSON.stringify(file)})
  const ports = await Promise.all(Array.from({ length: 40 }, () => freePort()))
  console.log(JSON.stringify(ports))
  process.stdin.resume()`

it('gives no process a port that another one was given, nor one twice', async () => {
  const words = ['--input-type=module', '--eval', takesForty]
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  try {
    const printed = children.map(async ({ stdout }) => {
      const [line] = (await once(createInterface(stdout), 'line')) as [string]
      return JSON.parse(line) as number[]
    })
    const own = Array.from({ length: 40 }, freePort)
    const ports = [...(await Promise.all(printed)), await Promise.all(own)].flat()
    expect(ports).toHaveLength(160)
    expect(new Set(ports).size).toBe(160)
  } finally {
    for (const child of children) child.stdin.end()
  }
})
