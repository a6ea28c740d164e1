import { groupBy } from './group-by.ts'

/** So many files of a folder are named; more are counted. */
const namedMax = 20

/** The files of a new folder, as a sentence lists them. */
export function writtenFiles(files: readonly string[]): string {
  const folders = groupBy(files, (file) => file.slice(0, file.lastIndexOf('/') + 1))
  return [...folders]
    .flatMap(([folder, own]) =>
      own.length > namedMax ? [`${own.length} files in ${folder}`] : own,
    )
    .join(', ')
}
