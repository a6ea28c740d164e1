import type { Problem } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'

const pathLettersMax = 200
const depthMax = 8

/** Names that Windows keeps for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\..*)?$/i
const unprintable = /\p{Cc}|[\p{Zl}\p{Zp}]/u
const forbiddenLetters = /[<>:"|?*\\]/

/**
 * A folder that was pushed is pulled again, on whatever machine: so each path must be one that every
 * file system can write, inside the folder, and no two may be the same file on any of them.
 */
export function refuseFileNames(files: ProductFiles): Problem[] {
  const paths = [...files.keys()]
  return [...paths.flatMap(refusePath), ...refuseMeetings(paths)]
}

function refusePath(path: string): Problem[] {
  const fault = pathFault(path)
  return fault === null ? [] : [{ file: shown(path), place: '', ...fault }]
}

type Fault = Pick<Problem, 'message' | 'fix'>

function pathFault(path: string): Fault | null {
  if (path.length > pathLettersMax) {
    return fault(`The path has more than ${pathLettersMax} characters`, 'Shorten it.')
  }
  if (!path.isWellFormed() || unprintable.test(path)) {
    return fault('The path has a character that cannot be written', 'Rename the file.')
  }
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    return fault('The path is absolute', 'Name the file by its path inside the folder.')
  }
  if (forbiddenLetters.test(path)) {
    return fault(
      'The path has one of the characters < > : " | ? * \\, which not every machine can write',
      'Rename the file, and put forward slashes between folders.',
    )
  }
  const names = path.split('/')
  if (names.length > depthMax) {
    return fault(`The file lies deeper than ${depthMax} folders`, 'Move it further up.')
  }
  return names.map(nameFault).find((found) => found !== null) ?? null
}

function nameFault(name: string): Fault | null {
  if (name === '') return fault('The path has an empty part', 'Name every folder and the file.')
  if (name === '.' || name === '..') {
    return fault(`The path has ${name} in it`, 'Name the file by its path inside the folder.')
  }
  if (name.startsWith('.')) {
    return fault('Hidden files do not belong to a product', 'Rename it, or leave it out.')
  }
  if (/[. ]$/.test(name) || name.startsWith(' ')) {
    return fault('A name begins with a space, or ends with a space or a dot', 'Rename the file.')
  }
  if (deviceName.test(name)) {
    return fault(`${name} is the name of a device on Windows`, 'Rename the file.')
  }
  return null
}

function fault(message: string, fix: string): Fault {
  return { message: `${message}.`, fix }
}

/** Files that would collide on a machine that ignores case or spelling, or as file and folder. */
function refuseMeetings(paths: readonly string[]): Problem[] {
  const seen = new Map<string, string>()
  const folders = new Map(
    paths.flatMap((path) => foldersOf(path).map((folder) => [alike(folder), path] as const)),
  )
  return paths.flatMap((path): Problem[] => {
    const other = seen.get(alike(path)) ?? folders.get(alike(path))
    seen.set(alike(path), path)
    if (other === undefined) return []
    const message = `This and ${shown(other)} cannot lie in one folder on every machine.`
    return [{ file: shown(path), place: '', message, fix: 'Rename one of them.' }]
  })
}

function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
}

function alike(path: string): string {
  return path.normalize('NFKC').toLowerCase()
}

/** As it can be printed, whatever is in it. */
function shown(path: string): string {
  return JSON.stringify(path.slice(0, pathLettersMax)).slice(1, -1)
}
