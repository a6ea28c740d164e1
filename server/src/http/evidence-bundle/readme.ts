import { timestamp } from '../../kernel/index.ts'
import type { PolicyProof } from '../../evidence/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { BundleFile } from './archive.ts'

/** The same in English and German, with the commands that verify the bundle. */
export function readmeFiles(
  policy: Policy,
  proof: PolicyProof,
  madeAt: Temporal.Instant,
): readonly BundleFile[] {
  const facts = {
    number: policy.insurerPolicyId,
    id: policy.id,
    madeAt: timestamp(madeAt),
    events: proof.events,
    first: proof.before.number + 1,
    end: `${proof.end.number}:${proof.end.hash.toString('hex')}`,
  }
  return [
    { name: 'README.txt', content: english(facts) },
    { name: 'LIESMICH.txt', content: german(facts) },
  ]
}

interface Facts {
  readonly number: string
  readonly id: string
  readonly madeAt: string
  readonly events: number
  /** The number of the first link, and the anchor of the last. */
  readonly first: number
  readonly end: string
}

const sums = `    sha256sum -c --quiet SHA256SUMS && echo OK`

const events = (id: string) => `    (
      n=0
      while read -r file salt link; do
        n=$((n + 1))
        case "$link" in
          *'"policy_id":"${id}","sequence":'$n,*) ;;
          *) echo "WRONG: $file is not event $n of the policy"; exit 1 ;;
        esac
        if [ "$salt" != erased ]; then
          hash=$(openssl dgst -sha256 -mac HMAC -macopt "hexkey:$salt" -r "$file" | cut -c 1-64)
          case "$link" in
            '{"commitment":"'$hash'",'*) ;;
            *) echo "WRONG: $file was changed"; exit 1 ;;
          esac
        fi
        cat chain/links-*.txt | grep -qF " $link" ||
          { echo "WRONG: $file is not in the chain"; exit 1; }
      done < events/list.txt
      all=$(cat chain/links-*.txt | grep -cF '"policy_id":"${id}"')
      [ "$n" = "$all" ] || { echo "WRONG: the chain has $all events of the policy"; exit 1; }
      echo "OK: $n events"
    )`

const files = `    (
      for file in documents/*.pdf mails/*.eml reports/*-delivered.eml reports/*-bounced.eml; do
        [ -e "$file" ] || continue
        case "$file" in reports/*) of=report ;; *) of=content ;; esac
        hash=$(openssl dgst -sha256 -r "$file" | cut -c 1-64)
        cat events/*.json | grep -qF "\\"\${of}_hash\\":\\"$hash\\"" ||
          { echo "WRONG: no event names $file"; exit 1; }
      done
      echo OK
    )`

const chain = `    (
      number=$(head -n 1 chain/links-000001.txt | sed 's/.*"number":\\([0-9]*\\),"record".*/\\1/')
      before=$(cat chain/before.txt)
      cat chain/links-*.txt | (
        while read -r hash link; do
          is=$(printf '%s\\n%s' "$before" "$link" | openssl dgst -sha256 -r | cut -c 1-64)
          case "$link" in *'","number":'$number',"record":'*) ;; *) is=gone ;; esac
          [ "$is" = "$hash" ] || { echo "WRONG: link $number"; exit 1; }
          before=$hash
          number=$((number + 1))
        done
        echo "OK: $((number - 1)):$before"
      )
    )`

function english({ number, id, madeAt, events: count, first, end }: Facts): string {
  return `EVIDENCE OF POLICY ${number}

This archive shows what the insurer holds about policy ${number} (${id}). It was made on
${madeAt} (UTC). It contains personal data. LIESMICH.txt says the same in German.

WHAT IS IN IT

documents/   All documents and letters that were made for the policy, as PDF. list.json says what
             each is and when it was made. A document that nobody ever opened or was sent does not
             exist, and is not here. handover.json lists the documents that the customer opened
             ("download") or was sent ("mail") before the contract, with time and SHA-256.
mails/       Each e-mail about the policy. The .eml file is the exact message, with its
             attachments; any mail program opens it. The .json file beside it says what mail servers
             answered and reported: "replies" with times, "delivery" with the result. That a server
             accepted a mail does not prove that it arrived; "delivered" is the word of a server
             that reported so, "bounced" says that the mail came back. "report" is the SHA-256 of
             such a report. A mail of the state "kept" was never sent.
reports/     What servers reported about these mails (RFC 3464), as it came, with the number of the
             mail, a number and the result.
ledger/      The money of the policy. account.json: charges, invoices, payments, refunds and
             write-offs with the balance after each. invoices.json, payments.json: each of them.
             postings.csv: the postings of double-entry bookkeeping. Amounts are in minor units
             (cents).
events/      What happened to the policy: ${count} events, each in a file of its own. list.txt has a
             line for each: the file, a salt, and the link that proves it.
chain/       The chain of hashes, from link ${first} on, the first event of the policy. Each link
             has a hash of itself and of the link before it. Links of other records of the insurer
             are between them, with ids and times and without any content.
SHA256SUMS   The SHA-256 of every other file.

HOW TO VERIFY IT

You need a command line with openssl, sha256sum and the usual tools (sh, cat, grep, sed, cut), as
Linux has them; on macOS, write shasum -a 256 in place of sha256sum. Unpack the archive (tar -xf)
into an empty folder and change into it. Copy each block of commands. Each must answer OK.

1. No file was damaged or changed since the archive was made:

${sums}

2. Every document and every mail is the one that was recorded when it was made, and every report
   "delivered" or "bounced" the one that came in. The SHA-256 of each stands in an event:

${files}

3. The events are complete, unchanged and in the chain. The commitment in a link is the HMAC-SHA256
   of the content, keyed by the salt. "erased" in place of a salt means that the law required the
   content to be erased; the link still proves that the event happened, and when:

${events(id)}

4. The chain is unbroken. Every hash is the SHA-256 of the hash before and of its link:

${chain}

   The last line is the end of the chain, its anchor. When this archive was made it was:

   ${end}

WHAT THIS PROVES

Whoever changes, removes or inserts a record has to compute anew every hash after it. If somebody
else holds an anchor with a number from ${first} to that of the end, such as a notary, an auditor or
the other party, look for its hash in chain/:

   grep -h ^HASH chain/links-*.txt

If it is there, all of this existed, exactly so, when the anchor was handed over. Without an anchor
held by somebody else, the chain proves that the records fit together, and not when they were made.

The ledger files and the .json files are extracts, made on the date above; SHA256SUMS alone covers
them, and reports of a delay. Amounts, payments, deliveries and handed documents also stand in the
events.
`
}

function german({ number, id, madeAt, events: count, first, end }: Facts): string {
  return `NACHWEIS ZUR POLICE ${number}

Dieses Archiv enthält, was der Versicherer zur Police ${number} (${id}) führt. Es wurde am
${madeAt} (UTC) erstellt. Es enthält personenbezogene Daten. README.txt sagt dasselbe auf
Englisch.

INHALT

documents/   Alle Dokumente und Schreiben, die zur Police erstellt wurden, als PDF. list.json nennt
             Art und Zeitpunkt. Ein Dokument, das nie geöffnet oder versandt wurde, ist nicht
             erstellt worden und daher nicht enthalten. handover.json nennt die Dokumente, die der
             Kunde vor dem Vertrag geöffnet hat ("download") oder die ihm gesandt wurden ("mail"),
             mit Zeitpunkt und SHA-256.
mails/       Jede E-Mail zur Police. Die .eml-Datei ist die genaue Nachricht mit allen Anlagen; jedes
             E-Mail-Programm öffnet sie. Die .json-Datei daneben enthält, was die Mailserver
             geantwortet und gemeldet haben: "replies" mit Zeitpunkt, "delivery" mit dem Ergebnis.
             Dass ein Server eine E-Mail annimmt, beweist ihren Zugang nicht; "delivered" ist die
             Zustellmeldung eines Servers, "bounced" heisst, dass die E-Mail zurückkam. "report" ist
             der SHA-256-Wert einer solchen Meldung. Eine E-Mail im Zustand "kept" wurde nie
             versandt.
reports/     Die Meldungen der Server zu diesen E-Mails (RFC 3464), so wie sie eingingen, mit der
             Nummer der E-Mail, einer Nummer und dem Ergebnis.
ledger/      Das Konto der Police. account.json: Sollstellungen, Rechnungen, Zahlungen, Erstattungen
             und Ausbuchungen mit dem jeweiligen Saldo. invoices.json, payments.json: im Einzelnen.
             postings.csv: die Buchungssätze der doppelten Buchführung. Beträge in Cent (kleinste
             Einheit der Währung).
events/      Was mit der Police geschah: ${count} Ereignisse, jedes in einer eigenen Datei. list.txt
             hat für jedes eine Zeile: die Datei, einen Schlüssel (Salt) und das Glied der Kette, das
             es beweist.
chain/       Die Hash-Kette ab Glied ${first}, dem ersten Ereignis der Police. Jedes Glied hat
             einen Hash-Wert über sich selbst und über das vorige Glied. Dazwischen stehen Glieder
             anderer Vorgänge des Versicherers, mit Kennungen und Zeiten, ohne Inhalt.
SHA256SUMS   Der SHA-256-Wert jeder anderen Datei.

PRÜFUNG

Sie brauchen eine Kommandozeile mit openssl, sha256sum und den üblichen Werkzeugen (sh, cat, grep,
sed, cut), wie Linux sie hat; unter macOS schreiben Sie shasum -a 256 statt sha256sum. Entpacken Sie
das Archiv (tar -xf) in einen leeren Ordner und wechseln Sie dorthin. Kopieren Sie jeden Block von
Befehlen. Jeder muss mit OK antworten; WRONG heisst: falsch.

1. Keine Datei wurde beschädigt oder verändert, seit das Archiv erstellt wurde:

${sums}

2. Jedes Dokument und jede E-Mail ist das, was bei der Erstellung festgehalten wurde, und jede
   Meldung "delivered" oder "bounced" das, was einging. Der SHA-256-Wert steht in einem Ereignis:

${files}

3. Die Ereignisse sind vollständig, unverändert und Teil der Kette. "commitment" in einem Glied ist
   der HMAC-SHA256 des Inhalts mit dem Salt als Schlüssel. Steht statt eines Salts "erased", musste
   der Inhalt von Gesetzes wegen gelöscht werden; das Glied beweist weiterhin, dass und wann das
   Ereignis stattfand:

${events(id)}

4. Die Kette ist lückenlos. Jeder Hash-Wert ist der SHA-256 des vorigen Hash-Werts und des Glieds:

${chain}

   Die letzte Zeile ist das Ende der Kette, ihr Anker. Als dieses Archiv erstellt wurde, war es:

   ${end}

WAS DAS BEWEIST

Wer einen Eintrag ändert, entfernt oder einfügt, muss alle späteren Hash-Werte neu berechnen. Liegt
bei einem Dritten, etwa einem Notar, einem Prüfer oder der Gegenseite, ein Anker mit einer Nummer
von ${first} bis zu der des Endes, so suchen Sie dessen Hash-Wert in chain/:

   grep -h ^HASH chain/links-*.txt

Ist er dort, so bestand alles genau so, als der Anker übergeben wurde. Ohne einen Anker bei einem
Dritten beweist die Kette, dass die Einträge zueinander passen, nicht wann sie entstanden.

Die Dateien in ledger/ und die .json-Dateien sind Auszüge vom oben genannten Tag; für sie und für
Meldungen einer Verzögerung gilt allein SHA256SUMS. Beträge, Zahlungen, Zustellungen und übergebene
Dokumente stehen auch in den Ereignissen.
`
}
