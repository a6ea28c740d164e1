import { expect, test } from 'vitest'
import { groupRead } from './group-read.ts'

function shelf(ids: readonly string[]) {
  const asked: (readonly string[])[] = []
  const find = groupRead<{ id: string }>({
    itemsMax: 3,
    readersMax: 1,
    read: async (wanted) => {
      asked.push(wanted)
      return ids.filter((id) => wanted.includes(id)).map((id) => ({ id }))
    },
  })
  return { find, asked }
}

test('policies that are asked for at once are read with one statement, each once', async () => {
  const { find, asked } = shelf(['a', 'b'])
  const found = await Promise.all([find('b'), find('a'), find('b')])
  expect(found.map((row) => row?.id)).toEqual(['b', 'a', 'b'])
  expect(asked).toEqual([['b', 'a']])
})

test('a policy that is not there is undefined for the one who asked, and for nobody else', async () => {
  const { find } = shelf(['a'])
  expect(await Promise.all([find('a'), find('z')])).toEqual([{ id: 'a' }, undefined])
})

test('more than fit into one statement are read with several', async () => {
  const { find, asked } = shelf(['a', 'b', 'c', 'd'])
  await Promise.all(['a', 'b', 'c', 'd'].map(find))
  expect(asked).toEqual([['a', 'b', 'c'], ['d']])
})

test('a read that fails fails all who waited for it, and the next one is tried anew', async () => {
  let isAway = true
  const find = groupRead<{ id: string }>({
    itemsMax: 3,
    readersMax: 1,
    read: async (ids) => {
      if (isAway) throw new Error('away')
      return ids.map((id) => ({ id }))
    },
  })
  const answers = await Promise.allSettled([find('a'), find('b')])
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await find('a')).toEqual({ id: 'a' })
})
