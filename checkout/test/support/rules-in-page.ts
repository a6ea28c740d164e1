import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { runner } from './in-page.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The tests of the rules, all of them, as one script for a page: `rules.runAll()` runs them. */
export async function rulesForPage(): Promise<string> {
  const files = globSync('rules/src/**/*.test.ts', { cwd: root })
  const path = fileURLToPath(new URL('./in-page.ts', import.meta.url))
  const made = await build({
    absWorkingDir: root,
    stdin: {
      contents: [
        // Properties are held for fewer documents than on the server, where they are held as well.
        `import { configureGlobal } from 'fast-check'`,
        `configureGlobal({ numRuns: 15 })`,
        ...files.map((file) => `import './${file.replaceAll('\\', '/')}'`),
        `export { runAll } from 'vitest'`,
      ].join('\n'),
      resolveDir: root,
    },
    bundle: true,
    // The package says that its files do nothing by themselves; these do.
    ignoreAnnotations: true,
    format: 'iife',
    globalName: 'rules',
    target: 'es2022',
    define: { 'import.meta.url': '"file:///"' },
    plugins: [
      {
        name: 'runner-in-page',
        setup(plugged) {
          plugged.onResolve({ filter: /^vitest$|^node:fs\/promises$/ }, () => ({
            path: 'runner',
            namespace: 'runner',
          }))
          plugged.onLoad({ filter: /.*/, namespace: 'runner' }, () => ({
            contents: `import { runner } from ${JSON.stringify(path)}
              export const { ${Object.keys(runner).join()} } = runner`,
            resolveDir: root,
          }))
        },
      },
    ],
    write: false,
    logLevel: 'error',
  })
  return made.outputFiles[0]?.text ?? ''
}
