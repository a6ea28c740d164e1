import {
  buildXlsx,
  relationship,
  relationshipsPart,
  sheetOf,
  sheetPart,
  xlsxParts,
  zipParts,
} from '@bindery/spreadsheet/testing'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** General, a day, whole numbers with a mark for thousands, and per cent. */
const styles =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="3"/><xf numFmtId="9"/></cellXfs>'

/** 1 March 2027. */
const today = 46_447

/** A sheet Calculator whose lists of answers stand on another sheet, as Excel writes them. */
export function listsElsewhere(): Uint8Array {
  const own = `<dataValidations count="2"><dataValidation type="whole" showErrorMessage="1" promptTitle="Floor space" prompt="Of all rooms together, in square metres" sqref="C8"><formula1>10</formula1><formula2>400</formula2></dataValidation><dataValidation type="date" operator="greaterThanOrEqual" showErrorMessage="1" sqref="C10"><formula1>TODAY()</formula1></dataValidation></dataValidations>`
  const extension = `<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{CCE6A557-97BC-4b89-ADB6-D9C79CAAB3DF}"><x14:dataValidations xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" count="1"><x14:dataValidation type="list" showErrorMessage="1"><x14:formula1><xm:f>Lists!$A$2:$A$4</xm:f></x14:formula1><xm:sqref>C9</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`
  return buildXlsx({
    styles,
    sheets: {
      Calculator: sheetPart(
        {
          B7: 'today',
          C7: [today, null, 1],
          D7: false,
          B8: 'floor_space',
          C8: [80, null, 2],
          D8: true,
          B9: 'cover',
          C9: 'comfort',
          D9: true,
          B10: 'policy_start_date',
          C10: [today + 31, null, 1],
          D10: true,
          G7: 'commission_rate',
          H7: [0.15, null, 3],
          J7: 'net_premium',
          K7: ['=ROUND(C8*VLOOKUP(C9,Lists!A2:B4,2,FALSE),0)', 18000],
          J8: 'tax_rate',
          K8: 0.19,
          J9: 'net_commission_total',
          K9: ['=ROUND(K7*H7,0)', 2700],
          J10: 'policy_start_date',
          K10: ['=C10', today + 31],
        },
        own + extension,
      ),
      Lists: sheetOf({
        A1: 'Cover',
        B1: 'Rate',
        A2: 'basic',
        B2: 150,
        A3: 'comfort',
        B3: 225,
        A4: 'premium',
        B4: 310,
      }),
    },
  })
}

/** Sheets Inputs and Outputs over an Excel table. */
export function withTable(): Uint8Array {
  const parts = xlsxParts({
    styles,
    sheets: {
      Inputs: sheetPart({
        A1: 'Name',
        B1: 'Value',
        C1: 'Required',
        D1: 'IsValid',
        A2: 'species',
        B2: 'dog',
        C2: true,
        A3: 'age',
        B3: [4, null, 2],
        C3: true,
        D3: ['=AND(B3>=0,B3<12)', true],
        A4: 'chipped',
        B4: true,
        C4: true,
        D4: ['=ISLOGICAL(B4)', true],
      }),
      Outputs: sheetPart({
        A1: 'Name',
        B1: 'Value',
        A2: 'gross_premium',
        B2: ['=B3+B4', 4284],
        A3: 'net_premium',
        B3: [
          '=ROUND(INDEX(Rates[Base],MATCH(Inputs!B2,Rates[Species],0))*(1+Inputs!B3/10)*IF(Inputs!B4,0.9,1),0)',
          3600,
        ],
        A4: 'premium_tax',
        B4: ['=ROUND(B3*0.19,0)', 684],
        A5: 'billing_cycles',
        B5: 12,
      }),
      Rates: `<worksheet xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetData>${sheetOf(
        {
          A1: 'Species',
          B1: 'Base',
          A2: 'dog',
          B2: 2857.142857142857,
          A3: 'cat',
          B3: 1900,
        },
      )}</sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>`,
    },
  })
  parts['xl/worksheets/_rels/sheet3.xml.rels'] = relationshipsPart([
    relationship(1, 'table', '../tables/table1.xml'),
  ])
  parts['xl/tables/table1.xml'] =
    `<table xmlns="${main}" id="1" name="Rates" displayName="Rates" ref="A1:B3"><tableColumns count="2"><tableColumn id="1" name="Species"/><tableColumn id="2" name="Base"/></tableColumns></table>`
  return zipParts(parts)
}

/** Cells with names, and a list of answers that has one too. */
export function namedCells(): Uint8Array {
  const names = {
    in_destination: 'Quote!$B$2',
    in_days: 'Quote!$B$3',
    out_gross_premium: 'Quote!$B$6',
    out_tax_rate: 'Quote!$B$7',
    out_knockout_too_long: 'Quote!$B$8',
    destinations: 'Quote!$E$2:$E$3',
  }
  const tags = Object.entries(names).map(
    ([name, formula]) => `<definedName name="${name}">${formula}</definedName>`,
  )
  return buildXlsx({
    styles,
    afterSheets: `<definedNames>${tags.join('')}</definedNames>`,
    sheets: {
      Quote: sheetPart(
        {
          A2: 'Where to',
          B2: 'europe',
          E2: 'europe',
          F2: 150,
          E3: 'world',
          F3: 320,
          A3: 'How many days',
          B3: 7,
          A6: 'Price',
          B6: ['=in_days*INDEX(F2:F3,MATCH(in_destination,E2:E3,0))', 1050],
          A7: 'Tax',
          B7: 0.19,
          A8: 'Too long',
          B8: ['=AND(in_destination="world",in_days>60)', false],
        },
        `<dataValidations count="2"><dataValidation type="list" showErrorMessage="1" sqref="B2"><formula1>destinations</formula1></dataValidation><dataValidation type="whole" operator="lessThan" showErrorMessage="1" sqref="B3"><formula1>91</formula1></dataValidation></dataValidations>`,
      ),
    },
  })
}

/** General, an input's yellow, and amounts with two digits. */
const colours =
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF99"/></patternFill></fill></fills><cellXfs count="3"><xf numFmtId="0" fillId="0"/><xf numFmtId="0" fillId="2"/><xf numFmtId="4" fillId="0"/></cellXfs>'

/** No layout at all: labels beside cells, yellow inputs, amounts in euros. */
export function withoutLayout({
  zoneB = 1.2,
  area = 'Wohnfläche (m²)',
}: { readonly zoneB?: number; readonly area?: string } = {}): Uint8Array {
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const basic = 80 * zoneB
  const net = cents(basic * 1.2)
  const tax = cents(net * 0.19)
  return buildXlsx({
    styles: colours,
    sheets: {
      Tarif: sheetPart(
        {
          A1: 'Hausratversicherung',
          A3: area,
          B3: [80, null, 1],
          A4: 'Zone:',
          B4: ['B', null, 1],
          A5: 'Elementarschaden',
          B5: [true, null, 1],
          A7: 'Grundprämie',
          B7: ['=B3*VLOOKUP(B4,Zonen!A2:B4,2,FALSE)', basic],
          A8: 'Zuschlag',
          B8: ['=IF(B5,B7*0.2,0)', basic * 0.2],
          A9: 'Nettoprämie',
          B9: ['=ROUND(MAX(B7+B8,B14),2)', net, 2],
          A10: 'Versicherungssteuer',
          B10: ['=ROUND(B9*B13,2)', tax, 2],
          A11: 'Bruttoprämie',
          B11: ['=B9+B10', cents(net + tax), 2],
          A13: 'Steuersatz',
          B13: 0.19,
          A14: 'Mindestprämie',
          B14: 50,
        },
        `<dataValidations count="2"><dataValidation type="whole" showErrorMessage="1" sqref="B3"><formula1>10</formula1><formula2>400</formula2></dataValidation><dataValidation type="list" showErrorMessage="1" sqref="B4"><formula1>Zonen!$A$2:$A$4</formula1></dataValidation></dataValidations>`,
      ),
      Zonen: sheetOf({
        A1: 'Zone',
        B1: 'Satz',
        A2: 'A',
        B2: 0.9,
        A3: 'B',
        B3: zoneB,
        A4: 'C',
        B4: 1.7,
      }),
    },
  })
}
