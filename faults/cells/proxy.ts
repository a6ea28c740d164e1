import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { request } from 'undici'

/** HAProxy with the configuration of the guide on scaling. */
export interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

const guide = fileURLToPath(new URL('../../docs/guides/scaling.md', import.meta.url))
/** Where Debian puts it, which is on no path of an ordinary user. */
const alsoIn = '/usr/sbin'
const startTimeoutMs = 10_000
const lookAgainMs = 50

/** `servers` are those of the guide, such as `north1`, and where they are. */
export async function openProxy(
  folder: string,
  servers: Readonly<Record<string, string>>,
): Promise<Proxy> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configured(await guideConfiguration(), port, servers))
  const log = createWriteStream(join(folder, 'haproxy.log'), { flags: 'a' })
  const path = [process.env['PATH'], alsoIn].join(delimiter)
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], {
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('Install HAProxy first, such as with apt-get install haproxy.', {
      cause: error,
    })
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const url = `http://127.0.0.1:${port}`
  await Promise.race([failed, untilItAnswers(url)])
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      log.end()
    },
  }
}

async function guideConfiguration(): Promise<string> {
  const [, text] = /^### HAProxy\n+```\n(.*?)^```$/ms.exec(await readFile(guide, 'utf8')) ?? []
  if (text === undefined) throw new Error(`${guide} has no configuration of HAProxy`)
  return text
}

/** As it stands in the guide, but for addresses, and without TLS. */
function configured(text: string, port: number, servers: Readonly<Record<string, string>>): string {
  const bound = text.replace(/^( *bind) .*$/m, `$1 127.0.0.1:${port}`)
  return bound.replace(/^( *server (\S+)) \S+$/gm, (_, start: string, name: string) => {
    const url = servers[name]
    if (url === undefined) throw new Error(`the guide has a server ${name} that is not there`)
    return `${start} ${new URL(url).host}`
  })
}

async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = performance.now() + startTimeoutMs
  for (;;) {
    try {
      const { body } = await request(url)
      return await body.dump()
    } catch (error) {
      if (performance.now() > giveUpAt) throw error
      await sleep(lookAgainMs)
    }
  }
}
