import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

interface Lock {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
}

it('the README names the oldest Node on which npm ci warns about no engine', async () => {
  const readme = await readFile(`${repository}README.md`, 'utf8')
  const [, oldest = ''] = /You need npm and Node: (\d+\.\d+) or newer of 22/.exec(readme) ?? []
  const lock = JSON.parse(await readFile(`${repository}package-lock.json`, 'utf8')) as Lock
  const unhappyOn = (version: string) =>
    Object.entries(lock.packages)
      .filter(([, { engines }]) => !isWanted(version, engines?.node ?? '>=0'))
      .map(([name]) => name)
  for (const version of [`${oldest}.0`, '24.0.0', '26.0.0']) expect(unhappyOn(version)).toEqual([])
  const [major = 0, minor = 0] = oldest.split('.').map(Number)
  expect(unhappyOn(`${major}.${minor - 1}.99`)).not.toEqual([])
})

/** The ranges that packages use: alternatives of `>=1.2`, `^1.2.3`, and bare versions. */
function isWanted(version: string, range: string): boolean {
  return range.split('||').some((alternative) => {
    const parts = /^\s*(\^|>=|~)?\s*v?([\d.]+)/.exec(alternative)
    if (parts === null) return alternative.trim() === '*'
    const [, operator = '', least = ''] = parts
    const [wanted, given] = [numbers(least), numbers(version)]
    const isSameMajor = wanted[0] === given[0]
    return isAtLeast(given, wanted) && (operator === '>=' || isSameMajor)
  })
}

function numbers(version: string): number[] {
  const parts = version.replace(/\.$/, '').split('.').map(Number)
  return [0, 1, 2].map((at) => parts[at] ?? 0)
}

function isAtLeast(given: readonly number[], wanted: readonly number[]): boolean {
  for (const [at, part] of given.entries()) {
    const least = wanted[at] ?? 0
    if (part !== least) return part > least
  }
  return true
}
