import { type TestPlatform, openTestPlatform } from '@bindery/server/test/support/platform.ts'
import { type CommandLine, commandLine } from './command-line.ts'

/** A platform that listens, and the command line of its insurer. */
export interface ServedPlatform {
  readonly platform: TestPlatform
  readonly url: string
  readonly cli: CommandLine
  close(): Promise<void>
}

export async function servedPlatform(
  options: Parameters<typeof openTestPlatform>[0] = {},
): Promise<ServedPlatform> {
  const platform = await openTestPlatform(options)
  const url = await platform.app.listen({ port: 0, host: '127.0.0.1' })
  const env = { BINDERY_URL: url, BINDERY_KEY: platform.demo.insurer.test.secret }
  // Time passes between two commands, because the log sorts by time.
  const cli = await commandLine(env, () => platform.clock.advance({ seconds: 1 }))
  return {
    platform,
    url,
    cli,
    close: async () => {
      await cli.remove()
      await platform.close()
    },
  }
}
