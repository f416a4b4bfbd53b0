import fc from 'fast-check';

// Each run tests the same examples, so that a failure is due to the change. `SEED` asks for others.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
