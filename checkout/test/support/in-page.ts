/**
 * As much of a test runner as the tests of the rules need, so that they run in a page just as they are
 * written. It stands in for `vitest` where they are put together for a browser.
 */
interface Test {
  readonly title: string
  readonly run: () => unknown
}

const tests: Test[] = []
const around: string[] = []

/** What a page cannot do, such as reading files. */
class OnlyElsewhere extends Error {}

const readFile = (): Promise<never> => Promise.reject(new OnlyElsewhere('there are no files'))

type Body = (...values: never[]) => unknown

function record(title: string, run: () => unknown): void {
  tests.push({ title: [...around, title].join(' > '), run })
}

function group(title: string, reportAll: () => unknown): void {
  around.push(title)
  reportAll()
  around.pop()
}

const each =
  (once: (title: string, body: () => unknown) => void) =>
  (rows: readonly unknown[]) =>
  (title: string, body: Body) => {
    for (const [at, row] of rows.entries()) {
      const values = Array.isArray(row) ? row : [row]
      once(`${title} #${at}`, () => (body as (...all: unknown[]) => unknown)(...values))
    }
  }

const it = Object.assign(record, { each: each(record) })
const describe = Object.assign(group, { each: each(group) })

/** What came of all of them. */
async function runAll() {
  const failed: string[] = []
  const left: string[] = []
  for (const { title, run } of tests) {
    try {
      await run()
    } catch (error) {
      if (error instanceof OnlyElsewhere) left.push(title)
      else failed.push(`${title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { count: tests.length, failed, left }
}

function expect(value: unknown, message = '') {
  return { ...matchers(value, message, true), not: matchers(value, message, false) }
}

function matchers(value: unknown, message: string, isWanted: boolean) {
  const hold = (holds: boolean, what: string, other?: unknown) => {
    if (holds !== isWanted) {
      throw new Error(`${message} ${show(value)} ${isWanted ? '' : 'not '}${what} ${show(other)}`)
    }
  }
  const size = Number(value)
  return {
    toBe: (other: unknown) => hold(Object.is(value, other), 'to be', other),
    toBeNull: () => hold(value === null, 'to be null'),
    toEqual: (other: unknown) => hold(isEqual(value, other), 'to equal', other),
    toMatchObject: (other: unknown) => hold(isEqual(value, other, true), 'to match', other),
    toHaveLength: (length: number) =>
      hold((value as { length?: unknown }).length === length, 'to have length', length),
    toContain: (one: unknown) =>
      hold((value as readonly unknown[]).includes(one), 'to contain', one),
    toMatch: (shape: RegExp | string) =>
      hold(isLike(String(value), shape), 'to match', String(shape)),
    toBeLessThan: (most: number) => hold(size < most, 'to be less than', most),
    toBeGreaterThan: (least: number) => hold(size > least, 'to be greater than', least),
    toBeGreaterThanOrEqual: (least: number) => hold(size >= least, 'to be at least', least),
    toThrow: (what?: RegExp | string) =>
      hold(throws(value as () => unknown, what), 'to throw', what),
  }
}

function throws(run: () => unknown, what: RegExp | string = ''): boolean {
  try {
    run()
    return false
  } catch (error) {
    return isLike((error as Error).message, what)
  }
}

function isLike(text: string, shape: RegExp | string): boolean {
  return typeof shape === 'string' ? text.includes(shape) : shape.test(text)
}

/** Members that are undefined are as good as none; with `isPart`, others of the first do not count. */
function isEqual(one: unknown, other: unknown, isPart = false): boolean {
  if (Object.is(one, other)) return true
  if (one instanceof Set && other instanceof Set) {
    return one.size === other.size && [...one].every((value) => other.has(value))
  }
  if (one instanceof Map && other instanceof Map) return isEqual([...one], [...other])
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false
  const names = new Set([...(isPart ? [] : Object.keys(one)), ...Object.keys(other)])
  return [...names].every((name) =>
    isEqual(Reflect.get(one, name), Reflect.get(other, name), isPart),
  )
}

function show(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value) ?? typeof value).slice(0, 300)
}

export const runner = { describe, it, test: it, expect, readFile, runAll }
