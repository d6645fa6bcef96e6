/** Branches of the household's own future. */
export default function WhatIfSection() {
  return <section aria-label="What if" />;
}
