import type { Beyond } from '../intent.ts';
import { toRefusal } from '../parser/matched-spans.ts';

/**
 * Common words of each language, and the reply that says we understand only English. Two matches are needed,
 * because some are also English words.
 */
const LANGUAGES: readonly { words: string; sentence: string }[] = [
  {
    words:
      'wie viel viele habe ich mein meine meinem meiner meinen auf dem der und ist nicht bitte überweise überweisen zahle zeige mir wann warum geld konto girokonto sparkonto ausgegeben ausgaben letzten letzte monat für kann wieviel einen eine das sperre karte welche kontostand gehalt heute kredit zinsen schulden von zum',
    sentence: 'Wir verstehen bisher nur Englisch, also schreib uns bitte auf Englisch.',
  },
  {
    words:
      'cuánto cuanto dinero tengo gasté gaste mi mis tarjeta por favor el los las una del mes pasado cuál cual cuenta cuentas transferir transfiere pagar paga congela bloquea cuándo saldo ahorros deuda qué hay dame muéstrame muestra manda envía envia dólares dolares euros tengo sueldo próximo nómina este',
    sentence: 'Por ahora solo entendemos inglés, así que escríbenos en inglés, por favor.',
  },
  {
    words:
      'combien argent mon ma mes compte épargne reste sur est ce que le les des dans ai dépensé dernier mois carte bloque virer vire payer quand quel quelle solde je il pour une avec ma dette salaire prochain où facture factures quelles dois cette semaine combien',
    sentence: 'Pour l\u2019instant, nous ne comprenons que l\u2019anglais, merci d\u2019écrire en anglais.',
  },
  {
    words:
      'quanto gastei meu minha conta cartão cartao dinheiro tenho mês mes passado com este esta café quando qual saldo poupança transferir transfere pagar bloqueia salário salario dívida não nao recebi fatura uma minhas meus',
    sentence: 'Por enquanto, só entendemos inglês, então escreva em inglês, por favor.',
  },
  {
    words:
      'quanto ho speso mio mia conto carta soldi quando arriva il prossimo stipendio mese scorso di nel sul mie quali saldo risparmi trasferisci paga blocca bolletta debito sono gli alla che della dei le',
    sentence: 'Per ora capiamo solo l\u2019inglese, quindi scrivi in inglese, per favore.',
  },
];

const WORDS = LANGUAGES.map(({ words, sentence }) => ({ words: new Set(words.split(' ')), sentence }));
const MIN_WORDS = 2;

/** Returns the refusal in the language of the message if it isn't English; otherwise null. */
export function refuseLanguage(text: string): Beyond | null {
  const tokens = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const counts = WORDS.map(({ words, sentence }) => ({
    sentence,
    count: new Set(tokens.filter((word) => words.has(word))).size,
  }));
  const most = counts.reduce((best, language) => (language.count > best.count ? language : best));
  const isMost = most.count >= MIN_WORDS && most.count * 3 >= tokens.length;
  return isMost ? toRefusal('language', most.sentence) : null;
}
