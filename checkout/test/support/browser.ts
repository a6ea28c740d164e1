import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

export interface TestBrowser {
  readonly browser: Browser
  close(): Promise<void>
}

/** Where people have a Chrome of their own, on machines for which no package brings one. */
const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/** A busy machine takes longer to start a browser than the half minute that Playwright gives it. */
const patience = { timeout: 600_000 }

/** Null where there is no browser: then the caller says that the test was left out. */
export async function openBrowser(): Promise<TestBrowser | null> {
  const { CHROME_PATH: named = '' } = process.env
  const isPacked = process.platform === 'linux' && process.arch === 'x64'
  if (named !== '' || !isPacked) {
    const executablePath = named || installed.find((path) => existsSync(path))
    if (executablePath === undefined) return null
    const browser = await chromium.launch({ ...patience, executablePath, args: ['--no-sandbox'] })
    return { browser, close: () => browser.close() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'bindery-browser-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const executablePath = await unpackInto(folder)
    const browser = await chromium.launch({
      ...patience,
      executablePath,
      // The package's own arguments would switch off what keeps origins apart.
      args: ['--no-sandbox'],
      env: {
        ...process.env,
        HOME: folder,
        FONTCONFIG_FILE: await writeFontConfiguration(folder),
        LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      },
    })
    return {
      browser,
      close: async () => {
        await browser.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The package unpacks to the temporary folder, whichever that is: for a moment it is ours. */
async function unpackInto(folder: string): Promise<string> {
  const { default: packed, inflate } = await import('@sparticuz/chromium')
  const { TMPDIR: before } = process.env
  process.env['TMPDIR'] = folder
  try {
    const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
    const bin = join(dirname(main), '..', 'bin')
    const [path] = await Promise.all([packed.executablePath(), inflate(join(bin, 'al2023.tar.br'))])
    return path
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/**
 * The configuration that comes with the package names folders of the machine for which it was made.
 * Where no font is found the browser ends at the first text, so its own are named first, then those of
 * this system, if it has any.
 */
async function writeFontConfiguration(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  )
  return file
}
