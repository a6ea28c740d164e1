import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import init, {
  type InitOutput,
  type TypstCompiler,
  TypstCompilerBuilder,
} from '@myriaddreamin/typst-ts-web-compiler'
import type { RendererAnswer, RendererKit, RenderJob, RenderTask } from './renderer-messages.ts'
import { showDay } from './document-clock.ts'

/** Compilers kept at hand: the versions that are on sale now. */
const kitsMax = 4
const shownDiagnostics = 2
const pagedTarget = 0

const ourFonts = ['400Regular', '400Regular_Italic', '600SemiBold', '700Bold', '700Bold_Italic']

/**
 * Typst, compiled to WebAssembly: it knows the files it is given and nothing else. No file of the
 * machine, no network, no packages.
 */
export class Typesetter {
  readonly #memory: InitOutput['memory']
  readonly #fonts: readonly Uint8Array[]
  readonly #tools: string
  readonly #compilers = new Map<string, TypstCompiler>()

  private constructor(memory: InitOutput['memory']) {
    this.#memory = memory
    this.#fonts = ourFonts.map((weight) =>
      readFileSync(resolve(`@expo-google-fonts/source-sans-3/${weight}/SourceSans3_${weight}.ttf`)),
    )
    this.#tools = readFileSync(new URL('bindery.typ', import.meta.url), 'utf8')
  }

  static async start(compiler: WebAssembly.Module): Promise<Typesetter> {
    const { memory } = await init({ module_or_path: compiler })
    const typesetter = new Typesetter(memory)
    await typesetter.#warmUp()
    return typesetter
  }

  /** Most of the compiler is made ready by its first use, which should not count as a document's time. */
  async #warmUp(): Promise<void> {
    const source = new TextEncoder().encode('= Ready\n#table(columns: 2)[a][b]')
    await this.load({ kit: '', files: [['ready.typ', source]], fonts: [] })
    const common = { template: 'ready.typ', language: 'en', title: '', data: '{}', wantsPdf: true }
    this.carryOut({ kit: '', task: { kind: 'print', day: '2000-01-01', ...common } })
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength
  }

  async load({ kit, files, fonts }: RendererKit): Promise<void> {
    const builder = new TypstCompilerBuilder()
    builder.set_dummy_access_model()
    for (const font of [...this.#fonts, ...fonts]) await builder.add_raw_font(font)
    const compiler = await builder.build()
    for (const [path, content] of files) {
      if (path.endsWith('.typ')) compiler.add_source(`/${path}`, new TextDecoder().decode(content))
      else compiler.map_shadow(`/${path}`, content)
    }
    compiler.add_source('/bindery.typ', this.#tools)
    const [oldest] = this.#compilers
    if (oldest !== undefined && this.#compilers.size >= kitsMax) {
      oldest[1].free()
      this.#compilers.delete(oldest[0])
    }
    this.#compilers.set(kit, compiler)
  }

  carryOut({ kit, task }: RenderJob): RendererAnswer {
    const compiler = this.#compilers.get(kit)
    if (compiler === undefined) return { outcome: 'wanting' }
    if (task.kind === 'print') return this.#print(compiler, task)
    const tree = compiler.get_ast(`/${task.source}`)
    return { outcome: 'parsed', tree, memoryBytes: this.memoryBytes }
  }

  #print(compiler: TypstCompiler, task: RenderTask & { readonly kind: 'print' }): RendererAnswer {
    showDay(task.day)
    compiler.add_source('/main.typ', frameOf(task))
    compiler.map_shadow('/data.json', new TextEncoder().encode(task.data))
    const answer = compile(compiler, task.wantsPdf)
    const { memoryBytes } = this
    const mistakes = answer.diagnostics ?? []
    if (answer.hasError) return { outcome: 'mistaken', mistakes, memoryBytes }
    return { outcome: 'printed', pdf: answer.result ?? null, memoryBytes }
  }
}

/** What the package, which types it as any, gives for this format of diagnostics. */
interface CompileAnswer {
  readonly hasError?: boolean
  readonly result?: Uint8Array
  readonly diagnostics?: readonly string[]
}

/** A trial ends with the pages laid out: nothing that can go wrong comes after. */
function compile(compiler: TypstCompiler, wantsPdf: boolean): CompileAnswer {
  if (wantsPdf) {
    return compiler.compile('/main.typ', undefined, 'pdf', shownDiagnostics) as CompileAnswer
  }
  const world = compiler.snapshot(undefined, '/main.typ', undefined)
  try {
    return world.compile(pagedTarget, shownDiagnostics) as CompileAnswer
  } finally {
    world.free()
  }
}

/** What holds for every document unless its template says otherwise. */
function frameOf(task: RenderTask & { readonly kind: 'print' }): string {
  const { year, month, day } = Temporal.PlainDate.from(task.day)
  const [language, region] = task.language.split('-')
  return [
    // In braces, or the title would be in the style of every element and nothing could be reused.
    `#{ set document(title: ${literal(task.title)}, date: datetime(year: ${year}, month: ${month}, day: ${day})) }`,
    `#set text(font: "Source Sans 3", size: 10pt, lang: ${literal(language ?? 'en')})`,
    ...(region?.length === 2 ? [`#set text(region: ${literal(region)})`] : []),
    ...(task.stamp === undefined ? [] : [`#set page(foreground: ${stampOf(task.stamp)})`]),
    `#include ${literal(`/${task.template}`)}`,
  ].join('\n')
}

/** In front of whatever stands on the page: nobody takes such a document for a real one. */
function stampOf(words: string): string {
  return `place(top + center, dy: 4mm, box(fill: white, stroke: 1pt + red, inset: 3pt, text(fill: red, weight: "bold", size: 8pt, ${literal(words)})))`
}

/** A Typst string. JSON's escapes are Typst's, except for the way it writes code points. */
function literal(text: string): string {
  return JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, '\\u{$1}')
}

const { resolve } = createRequire(import.meta.url)
