import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const { resolve: findPackage } = createRequire(import.meta.url)

/** A file of ours, as far as its house rules are concerned. Paths are those of the repository. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly isTest: boolean
  readonly imports: readonly Import[]
  /** What it imports that is not ours, as it asks for it. */
  readonly packages: readonly string[]
  readonly exports: readonly Export[]
  /** Every text in it, with the tag of a tagged template; holes are a question mark. */
  readonly texts: readonly Text[]
  /** Whether it reads the environment of the process. */
  readonly readsEnvironment: boolean
}

export interface Import {
  readonly from: string
  /** As the file asks for it: by a path, or by the name of a workspace. */
  readonly request: string
  /** Null for all of it. */
  readonly name: string | null
}

export interface Export {
  /** Null where everything of another file is passed on. */
  readonly name: string | null
  readonly of: Import | null
  readonly isType: boolean
}

export interface Text {
  readonly tag: string | null
  readonly text: string
}

/** All TypeScript files under some folders of the repository, but for what is built there. */
export function readSource(...folders: readonly string[]): SourceFile[] {
  return sourcePaths(...folders).map(readSourceFile)
}

/** The places of the same files. */
export function sourcePaths(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/(^|[\\/])(node_modules|dist)[\\/]/.test(name))
      .map((name) => join(folder, name).split(sep).join('/')),
  )
}

export function readText(path: string): string {
  return readFileSync(join(repository, path), 'utf8')
}

function readSourceFile(path: string): SourceFile {
  const text = readText(path)
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const at = (request: string) => {
    const found = request.startsWith(workspaces)
      ? findPackage(request)
      : resolve(repository, dirname(path), request)
    return { request, from: relative(repository, found).split(sep).join('/') }
  }
  const exports = module.staticExports
    .flatMap((statement) => statement.entries)
    .map(({ moduleRequest, importName, exportName, isType }) => ({
      isType,
      name: exportName.name ?? (exportName.kind === 'Default' ? 'default' : null),
      of:
        moduleRequest === null
          ? null
          : { ...at(moduleRequest.value), name: importName.name ?? null },
    }))
  const imports = module.staticImports
    .filter(({ moduleRequest }) => isOurs(moduleRequest.value))
    .flatMap(({ moduleRequest, entries }) =>
      entries.length === 0
        ? [{ ...at(moduleRequest.value), name: null }]
        : entries.map(({ importName }) => ({
            ...at(moduleRequest.value),
            name: importName.name ?? (importName.kind === 'Default' ? 'default' : null),
          })),
    )
  const packages = module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value)
    .filter((request) => !isOurs(request))
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, request = ''] = /^'(.*)'$/.exec(text.slice(start, end)) ?? []
    return isOurs(request) ? [{ ...at(request), name: null }] : []
  })
  return {
    path,
    text,
    isTest: isTest(path),
    imports: [...imports, ...dynamic],
    packages,
    exports,
    get texts() {
      return textsIn(path, text)
    },
    get readsEnvironment() {
      return readsEnvironment(path, text)
    },
  }
}

/** Only who asks for it has the whole tree of a file: few do, and it takes the longest by far. */
function textsIn(path: string, text: string): Text[] {
  const texts: Text[] = []
  visit(parseSync(path, text).program, (node) => {
    if (node.type === 'TaggedTemplateExpression') {
      texts.push({ tag: tagOf(node['tag']), text: textOf(node['quasi']) })
      return false
    }
    if (node.type === 'TemplateLiteral') texts.push({ tag: null, text: textOf(node) })
    if (node.type === 'Literal' && typeof node['value'] === 'string') {
      texts.push({ tag: null, text: node['value'] })
    }
    return true
  })
  return texts
}

function readsEnvironment(path: string, text: string): boolean {
  if (!text.includes('process')) return false
  let isFound = false
  visit(parseSync(path, text).program, (node) => {
    if (isEnvironment(node)) isFound = true
    return !isFound
  })
  return isFound
}

const workspaces = '@bindery/'
const isOurs = (request: string) => request.startsWith('.') || request.startsWith(workspaces)
const isTest = (path: string) => /\.test\.ts$|(^|\/)test\//.test(path)

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/** Walks a tree of the parser, downwards as long as the visitor returns true. */
function visit(value: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  else if (isNode(value) && see(value)) {
    for (const member of Object.values(value)) visit(member, see)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function tagOf(tag: unknown): string | null {
  return isNode(tag) && typeof tag['name'] === 'string' ? tag['name'] : null
}

/** A template as it would be sent, holes left open. */
function textOf(template: unknown): string {
  const parts = isNode(template) && Array.isArray(template['quasis']) ? template['quasis'] : []
  return parts
    .map((part) => (isNode(part) ? (part['value'] as { readonly raw: string }).raw : '')) // As parsed.
    .join('?')
}

/** `process.env` in any of its forms: also taken apart, or imported. */
function isEnvironment(node: Node): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return isNamed(node['object'], 'process') && isNamed(node['property'], 'env')
    case 'VariableDeclarator':
      return isNamed(node['init'], 'process')
    case 'ImportDeclaration':
      return isNamed(node['source'], 'process') || isNamed(node['source'], 'node:process')
    default:
      return false
  }
}

function isNamed(value: unknown, name: string): boolean {
  return isNode(value) && (value['name'] === name || value['value'] === name)
}

export interface Manifest {
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The package.json of a workspace, or of the repository itself (`.`). */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest // Ours.
}
