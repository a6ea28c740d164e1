import { createClient } from '@bindery/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

describe('bindery tokens', () => {
  it('makes an access token, which opens locked datasets until it is revoked', async () => {
    const { cli, platform, url } = served
    const made = await cli.json<{ id: string; token: string }>([
      'tokens',
      'create',
      '--name',
      'quote form',
    ])
    const data = createClient({ baseUrl: url, accessToken: made.token })
    const locked = platform.demo.datasets?.locked ?? ''
    expect(await data.datasets.get(locked)).toMatchObject({ id: locked })

    const listed = await cli.run(['tokens', 'list'])
    expect(listed.stdout).toMatch(new RegExp(`^${made.id} +\\S+ +quote form .* active$`, 'm'))
    expect(listed.stdout).not.toContain(made.token)

    expect((await cli.run(['tokens', 'revoke', made.id])).stdout).toContain(
      'The access token quote form is revoked.',
    )
    await expect(data.datasets.get(locked)).rejects.toMatchObject({ kind: 'authentication' })
    expect((await cli.run(['tokens', 'list'])).stdout).not.toContain(made.id)
    expect(await cli.json(['tokens', 'list', '--all'])).toContainEqual(
      expect.objectContaining({ id: made.id, revoked_at: expect.any(String) }),
    )
    expect((await cli.run(['audit', '--limit', '2'])).stdout).not.toContain(made.token)
  })

  it("makes a distributor's, shown this once, and says which accounts there are", async () => {
    const { cli } = served
    const words = ['tokens', 'create', '--name', 'shop', '--account']
    const { stdout } = await cli.run([...words, 'harbour-partners'])
    expect(stdout).toMatch(/^token +\S{40,}$/m)
    expect(stdout).toContain('It is not shown again')
    expect((await cli.run(['tokens', 'list'])).stdout).toMatch(/ harbour-partners +shop /)
    const { stderr, code } = await cli.run([...words, 'nobody'])
    expect(stderr).toContain('There is no account nobody.')
    expect(stderr).toContain('harbour-partners')
    expect(code).toBe(1)
  })

  it('knows what it cannot revoke', async () => {
    const { stderr, code } = await served.cli.run(['tokens', 'revoke', 'tok_0'])
    expect(stderr).toContain('Access token tok_0 was not found.')
    expect(stderr).toContain('bindery tokens list')
    expect(code).toBe(1)
  })
})
