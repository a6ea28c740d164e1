import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Records a release under server/releases: the checksums of its migrations, and a database that it
 * filled. A test fills that database, as every later release restores it and goes on with it.
 */
const [version] = process.argv.slice(2)
const repository = fileURLToPath(new URL('../../', import.meta.url))

if (version === undefined) {
  process.stderr.write('npm run record-release -- 0.2.0\n')
  process.exitCode = 1
} else {
  const child = spawn('vitest', ['run', 'server/test/releases'], {
    cwd: repository,
    env: { ...process.env, RECORD_RELEASE: version },
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code === 0) process.stdout.write(`Commit server/releases/${version}.\n`)
  else process.exitCode = 1
}
