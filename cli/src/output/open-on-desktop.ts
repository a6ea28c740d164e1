import { spawn } from 'node:child_process'

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
}

/** Opens files with whatever the desktop shows them in; false where there is no desktop. */
export async function openOnDesktop(files: readonly string[]): Promise<boolean> {
  const opener = openers[process.platform]
  if (opener === undefined || !hasDesktop()) return false
  const [program, ...before] = opener
  const opened = await Promise.all(files.map((file) => launch(program, [...before, file])))
  return opened.every(Boolean)
}

function hasDesktop(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}

function launch(program: string, given: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, given, { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
