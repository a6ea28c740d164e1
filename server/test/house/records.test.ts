import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../../docs/decisions/', import.meta.url)

it('gives every decision a number of its own, which its title says too', () => {
  const names = readdirSync(folder)
  const numbers = names.map((name) => Number(name.slice(0, 4)))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  const titles = names.map((name) => readFileSync(new URL(name, folder), 'utf8').split('.')[0])
  expect(titles).toEqual(numbers.map((number) => `# ${number}`))
})

it('leads from one record only to others that are there', () => {
  const names = readdirSync(folder)
  const broken = names.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !names.includes(target)),
  )
  expect(broken).toEqual([])
})
