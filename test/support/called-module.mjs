/** Loads one ES module and calls its functions. A message names the function and its parameters; the answer has the same number. */
const functions = await import(process.argv[2]);

process.on('message', async ({ number, name, parameters }) => {
  try {
    process.send({ number, result: await functions[name](...parameters) });
  } catch (error) {
    process.send({ number, error: error.stack });
  }
});
