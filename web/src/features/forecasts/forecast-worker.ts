import { answerOf, type Question } from './forecast-calculation';

/** Computes beside the page, so that it can be scrolled and read meanwhile. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; question: Question }>) => {
  const { id, question } = data;
  try {
    postMessage({ id, answer: answerOf(question) });
  } catch (error) {
    postMessage({ id, failure: String(error) });
  }
});
