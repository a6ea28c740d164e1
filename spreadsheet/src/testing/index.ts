export * from './build-workbook.ts'
export * from './build-xlsx.ts'
