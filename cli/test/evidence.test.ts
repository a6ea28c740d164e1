import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { madeOffer, sellerOn } from '@bindery/server/test/builders/sale.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

it('bindery evidence bundle writes what proves a policy into one file', async () => {
  const { cli, platform } = served
  const { id } = await madeOffer(sellerOn(platform))
  const file = join(cli.folder, 'court.tar')
  const bundle = ['evidence', 'bundle', id, '--out', file]
  expect(await cli.run(bundle)).toMatchObject({ code: 2 })
  const reason = ['--reason', 'Lawsuit 4 C 211/27.']
  const written = await cli.run([...bundle, ...reason])
  expect([written.code, written.stdout]).toEqual([0, expect.stringContaining('README.txt')])
  const { stdout } = await promisify(execFile)('tar', ['-tf', file])
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['README.txt', 'LIESMICH.txt', 'events/list.txt', 'SHA256SUMS']),
  )
  expect((await readFile(file)).length % 512).toBe(0)
  const unknown = await cli.run(['evidence', 'bundle', 'TRV-0', ...reason])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('policies find')])
})
