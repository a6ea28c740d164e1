import { defineWords } from '../words/language.ts'

const someRows = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)
const germanRows = (rows: number) => (rows === 1 ? '1 Zeile' : `${rows} Zeilen`)

export const listWords = defineWords({
  en: {
    more: 'More filters',
    any: (title: string) => `${title}: any`,
    clear: 'Clear filters',
    order: 'Order',
    newest: 'Newest first',
    oldest: 'Oldest first',
    columns: 'Columns',
    columnsHint: 'What is shown, from left to right',
    usual: 'Usual columns',
    earlier: (title: string) => `Move ${title} to the left`,
    later: (title: string) => `Move ${title} to the right`,
    export: 'Export CSV',
    exporting: (rows: number) => `Exporting, ${someRows(rows)}`,
    exported: (rows: number) => `${someRows(rows)} exported`,
    stop: 'Stop',
    capped: (rows: number) =>
      `Only the first ${rows} rows are in the file. Narrow the filters to export the rest.`,
    nothing: 'Nothing matches these filters',
    nothingHint: 'Change or clear a filter.',
    rows: (rows: number, isAll: boolean) =>
      isAll ? someRows(rows) : `more than ${someRows(rows)}`,
  },
  de: {
    more: 'Weitere Filter',
    any: (title: string) => `${title}: alle`,
    clear: 'Filter löschen',
    order: 'Reihenfolge',
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    columns: 'Spalten',
    columnsHint: 'Was gezeigt wird, von links nach rechts',
    usual: 'Übliche Spalten',
    earlier: (title: string) => `${title} nach links`,
    later: (title: string) => `${title} nach rechts`,
    export: 'CSV exportieren',
    exporting: (rows: number) => `Export läuft, ${germanRows(rows)}`,
    exported: (rows: number) => `${germanRows(rows)} exportiert`,
    stop: 'Anhalten',
    capped: (rows: number) =>
      `Die Datei enthält nur die ersten ${rows} Zeilen. Grenzen Sie die Filter ein, um den Rest zu exportieren.`,
    nothing: 'Kein Eintrag passt zu diesen Filtern',
    nothingHint: 'Ändern oder löschen Sie einen Filter.',
    rows: (rows: number, isAll: boolean) =>
      isAll ? germanRows(rows) : `mehr als ${germanRows(rows)}`,
  },
})
