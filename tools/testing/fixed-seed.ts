import fc from 'fast-check';

// Tests draw the same cases each time: what passed here passes there. `npm run prove -- properties` draws others.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.SANDBANK_SEED ?? 20261121) });
