import fc from 'fast-check';

// Uses the same seed for every run, so that tests generate the same cases on every machine. `npm run prove --
// properties` uses other seeds.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SANDBANK_SEED ?? 20261121) });
