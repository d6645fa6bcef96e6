import type { Beyond } from '../intent.ts';
import { toRefusal } from '../parser/matched-spans.ts';

/**
 * Common words of each language, and the reply that says we understand only English. Two matches are needed,
 * because some are also English words. Punctuation that only one language uses is enough.
 */
const LANGUAGES: readonly { words: string; punctuation?: RegExp; sentence: string }[] = [
  {
    words:
      'wie viel viele habe ich mein meine meinem meiner meinen auf dem der und ist nicht bitte überweise überweisen zahle zeige mir wann warum geld konto girokonto sparkonto ausgegeben ausgaben letzten letzte monat für kann wieviel einen eine das sperre karte welche kontostand gehalt heute kredit zinsen schulden von zum',
    sentence: 'Wir verstehen bisher nur Englisch, also schreib uns bitte auf Englisch.',
  },
  {
    words:
      'cuánto cuanto dinero tengo gasté gaste mi mis tarjeta por favor el los las una del mes pasado cuál cual cuenta cuentas transferir transfiere pagar paga congela bloquea cuándo saldo ahorros deuda qué hay dame muéstrame muestra manda envía envia dólares dolares euros tengo sueldo próximo nómina este',
    punctuation: /^\s*[\u00bf\u00a1]/,
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
  {
    words:
      'hoeveel geld heb ik op mijn rekening spaarrekening wat hoe wanneer waarom uitgegeven aan vorige maand deze week het een van voor naar niet graag betaal stuur laat zien kaart saldo lening hypotheek rente salaris kun je zijn',
    sentence: 'We begrijpen voorlopig alleen Engels, dus schrijf ons in het Engels.',
  },
  {
    words:
      'ile mam na koncie moim moje moja pieniędzy wydałem wydałam w tym miesiącu zeszłym kiedy jaki jaka jest saldo karta kartę zapłać przelej przelew pokaż proszę dlaczego kredyt rata odsetki wypłata do z się nie jak',
    sentence: 'Na razie rozumiemy tylko angielski, więc napisz po angielsku.',
  },
  {
    words:
      'hur mycket pengar har jag på mitt mina konto spenderade förra månaden när vad är saldo kort kortet lån ränta lön betala visa överför till från och inte varför den det snälla',
    sentence: 'Vi förstår bara engelska än så länge, så skriv på engelska.',
  },
  {
    words:
      'ne kadar param var hesabımda hesabım bu ay geçen harcadım zaman nedir bakiye bakiyem kart kartım kredi faiz maaş öde gönder göster lütfen neden borcum için ve bir',
    sentence: 'Şimdilik yalnızca İngilizce anlıyoruz, lütfen İngilizce yazın.',
  },
];

/** Scripts that only other languages use, and the reply in the most common one. */
const SCRIPTS: readonly { letters: RegExp; sentence: string }[] = [
  {
    letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    sentence: '今のところ英語しか理解できないので、英語でお書きください。',
  },
  { letters: /\p{Script=Han}/u, sentence: '我们目前只能理解英语，请用英语提问。' },
  { letters: /\p{Script=Hangul}/u, sentence: '지금은 영어만 이해하므로 영어로 적어 주세요.' },
  {
    letters: /\p{Script=Cyrillic}/u,
    sentence: 'Пока мы понимаем только английский, поэтому напишите по-английски.',
  },
  {
    letters: /\p{Script=Arabic}/u,
    sentence: 'نفهم الإنجليزية فقط حاليًا، فاكتب لنا بالإنجليزية من فضلك.',
  },
  {
    letters: /\p{Script=Devanagari}/u,
    sentence: 'अभी हम केवल अंग्रेज़ी समझते हैं, इसलिए कृपया अंग्रेज़ी में लिखें।',
  },
  {
    letters: /\p{Script=Greek}/u,
    sentence: 'Προς το παρόν καταλαβαίνουμε μόνο αγγλικά, οπότε γράψτε στα αγγλικά.',
  },
  {
    letters: /\p{Script=Hebrew}/u,
    sentence: 'כרגע אנחנו מבינים רק אנגלית, אז כתבו באנגלית בבקשה.',
  },
];
/** Returns true if a text has Latin letters, as an English sentence with a name in another script does. */
const hasEnglish = (text: string) => /[a-z]{2,}/i.test(text);

const WORDS = LANGUAGES.map(({ words, sentence }) => ({ words: new Set(words.split(' ')), sentence }));
const MIN_WORDS = 2;

/** Returns the refusal in the language of the message if it isn't English; otherwise null. */
export function refuseLanguage(text: string): Beyond | null {
  const script = hasEnglish(text) ? undefined : SCRIPTS.find(({ letters }) => letters.test(text));
  if (script) return toRefusal('language', script.sentence);
  const punctuated = LANGUAGES.find(({ punctuation }) => punctuation?.test(text));
  if (punctuated) return toRefusal('language', punctuated.sentence);
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
