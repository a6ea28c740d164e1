import { defineWords } from '../words/language.ts'

export const listWords = defineWords({
  en: {
    more: 'More filters',
    any: (title: string) => `${title}: any`,
    clear: 'Clear filters',
    columns: 'Columns',
    columnsHint: 'What is shown, from left to right',
    usual: 'Usual columns',
    earlier: (title: string) => `Move ${title} to the left`,
    later: (title: string) => `Move ${title} to the right`,
    export: 'Export CSV',
    exporting: (rows: number) => `Exporting, ${rows} rows`,
    exported: (rows: number) => `${rows} rows exported`,
    stop: 'Stop',
    capped: (rows: number) =>
      `Only the first ${rows} rows are in the file. Narrow the filters to export the rest.`,
    nothing: 'Nothing matches these filters',
    nothingHint: 'Change or clear a filter.',
    rows: (rows: number, isAll: boolean) => (isAll ? `${rows} rows` : `more than ${rows} rows`),
  },
  de: {
    more: 'Weitere Filter',
    any: (title: string) => `${title}: alle`,
    clear: 'Filter löschen',
    columns: 'Spalten',
    columnsHint: 'Was gezeigt wird, von links nach rechts',
    usual: 'Übliche Spalten',
    earlier: (title: string) => `${title} nach links`,
    later: (title: string) => `${title} nach rechts`,
    export: 'CSV exportieren',
    exporting: (rows: number) => `Export läuft, ${rows} Zeilen`,
    exported: (rows: number) => `${rows} Zeilen exportiert`,
    stop: 'Anhalten',
    capped: (rows: number) =>
      `Die Datei enthält nur die ersten ${rows} Zeilen. Grenzen Sie die Filter ein, um den Rest zu exportieren.`,
    nothing: 'Kein Eintrag passt zu diesen Filtern',
    nothingHint: 'Ändern oder löschen Sie einen Filter.',
    rows: (rows: number, isAll: boolean) => (isAll ? `${rows} Zeilen` : `mehr als ${rows} Zeilen`),
  },
})
