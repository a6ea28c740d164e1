import { expect, it } from 'vitest'
import { undoStack } from './live-before.ts'

/** The publications that make these versions live one after the other. */
const published = (...versions: readonly string[]) =>
  undoStack(
    versions.slice(1).map((after, at) => ({
      before: { product_version_id: versions[at] },
      after: { product_version_id: after },
    })),
  )

it.each([
  [
    ['v1', 'v2'],
    ['v1', 'v2'],
  ],
  [
    ['v1', 'v2', 'v3'],
    ['v1', 'v2', 'v3'],
  ],
  [['v1', 'v2', 'v1'], ['v1']],
  [
    ['v1', 'v2', 'v3', 'v2'],
    ['v1', 'v2'],
  ],
  [
    ['v1', 'v2', 'v1', 'v3'],
    ['v1', 'v3'],
  ],
  [
    ['v1', 'v2', 'v1', 'v2'],
    ['v1', 'v2'],
  ],
])('after %j went live, the way back leads through %j', (versions, stack) => {
  expect(published(...versions)).toEqual(stack)
})

it('a first publication has nothing before it', () => {
  expect(
    undoStack([{ before: { product_version_id: null }, after: { product_version_id: 'v1' } }]),
  ).toEqual(['v1'])
})
