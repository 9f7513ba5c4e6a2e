/* What the kernels of the pair coder share: a template, included by each after it has defined
 *
 *     run_store                  the sums of one run for a batch
 *     batch_chances              coder->sums to coder->low and coder->high
 *     word_spread, word_gather   bits of a batch to their places in the word of a run, and back
 *     word_to_bytes              the word of a run to its bytes
 *     lanes, with lanes_load, lanes_store, lanes_add, lanes_most     the sixteen states
 *     decode_step, encode_step
 *     PAIRS_KERNEL, PAIRS_KERNEL_NAME    what is defined here, and its name as a string
 *
 * SPDX-License-Identifier: MIT
 */

static void add_wins(const uint8_t *row, size_t n, uint64_t weight, uint64_t won[])
{
    for (size_t v = 0; v < n; v++) {
        uint64_t word;
        memcpy(&word, row + 8 * v, sizeof word);
        uint64_t *counts = won + bits_count(v);
        for (int m = 0; m <= PAIRS_INSIDE; m++) {
            counts[m] += weight * (uint64_t)bits_count(word & bits_weighing(m));
        }
    }
}

/* For the runs of a level: sums over all sets without two stones, but for two of the inside. A set without two stones
 * of the outside is met twice among the sums of those without one. */
static void level_sums(pairs_coder *c, int outside)
{
    const size_t first = c->first_run[outside], end = c->first_run[outside + 1];
    for (size_t r = first; r < end; r++) {
        const size_t v = c->runs[r];
        pairs_vector once = {0}, twice = {0};
        for (size_t rest = v; rest; rest &= rest - 1) {
            const size_t without = v ^ (rest & -rest);
            once += *(const pairs_vector *)(c->wins + without * PAIRS_RUN);
            twice += *(const pairs_vector *)(c->once + without * PAIRS_RUN);
        }
        *(pairs_vector *)(c->once + v * PAIRS_RUN) = once;
        *(pairs_vector *)(c->sum + (r - first) * PAIRS_RUN) = twice >> 1 & UINT64_C(0x7f7f7f7f7f7f7f7f);
    }
    for (size_t r = first; r < end; r++) {
        const uint8_t *once = c->once + c->runs[r] * (size_t)PAIRS_RUN;
        pairs_vector sum = *(const pairs_vector *)(c->sum + (r - first) * PAIRS_RUN);
        for (int i = 0; i < PAIRS_INSIDE; i++) { /* the set without stone i is 2^i bytes before */
            sum += *(const pairs_vector *)(once - (1 << i)) & c->has[i];
        }
        *(pairs_vector *)(c->sum + (r - first) * PAIRS_RUN) = sum;
    }
}

/* n bits from place `at` on, n <= 20. */
static inline uint32_t bits_at(const uint16_t *bits, size_t at, int n)
{
    uint32_t word;
    memcpy(&word, (const uint8_t *)bits + (at >> 3), sizeof word);
    return word >> (at & 7) & ((UINT32_C(1) << n) - 1);
}

/* The sums of a batch of m stones inside; m and n = n_inside[m] are constants where this is called. */
static inline __attribute__((always_inline)) void store_runs(pairs_coder *c, const pairs_batch *batch, int m, size_t n,
                                                             size_t n_before)
{
    const size_t n_runs = batch->n_sets / n;
    uint8_t *sums = c->sums + batch->step * PAIRS_LANES;
    const uint16_t *before = c->bits_of + (m >= 2 ? batch[-1].step : 0);
    for (size_t r = 0; r < n_runs; r++) {
        run_store(c, r, m, m >= 2 ? bits_at(before, r * n_before, (int)n_before) : 0, sums + r * n);
    }
}

static void batch_sums(pairs_coder *c, const pairs_batch *batch)
{
    switch (batch->inside) {
    case 0:
        store_runs(c, batch, 0, 1, 0);
        break;
    case 1:
        store_runs(c, batch, 1, 6, 0);
        break;
    case 2:
        store_runs(c, batch, 2, 15, 1);
        break;
    case 3:
        store_runs(c, batch, 3, 20, 6);
        break;
    case 4:
        store_runs(c, batch, 4, 15, 15);
        break;
    case 5:
        store_runs(c, batch, 5, 6, 20);
        break;
    default:
        store_runs(c, batch, 6, 1, 15);
    }
}

/* The words of the runs of a level from the bits of its batches. */
static void level_words(pairs_coder *c, const pairs_batch *batch, int n_batches)
{
    const size_t first = c->first_run[batch->outside], n = c->first_run[batch->outside + 1] - first;
    for (size_t r = 0; r < n; r++) {
        uint64_t word = 0;
        for (int i = 0; i < n_batches; i++) {
            const int m = batch[i].inside, n_sets = c->n_inside[m];
            word |= word_spread(c, m, bits_at(c->bits_of + batch[i].step, r * (size_t)n_sets, n_sets));
        }
        c->words[c->runs[first + r]] = word;
        word_to_bytes(word, c->wins + c->runs[first + r] * (size_t)PAIRS_RUN);
    }
}

/* The bits of a batch from the words of its runs. */
static void batch_bits(pairs_coder *c, const pairs_batch *batch)
{
    const int m = batch->inside, n = c->n_inside[m];
    const uint16_t *runs = c->runs + c->first_run[batch->outside];
    uint16_t *to = c->bits_of + batch->step;
    uint64_t held = 0;
    int n_held = 0;
    for (size_t r = 0; r < batch->n_sets / (size_t)n; r++) {
        held |= word_gather(c, m, c->words[runs[r]]) << n_held;
        for (n_held += n; n_held >= PAIRS_LANES; n_held -= PAIRS_LANES) {
            *to++ = (uint16_t)held;
            held >>= PAIRS_LANES;
        }
    }
    if (n_held > 0) {
        *to = (uint16_t)held;
    }
}

static int level_batches(const pairs_order *order, int first)
{
    int n = 1;
    while (first + n < order->n_batches && order->batch[first + n].outside == order->batch[first].outside) {
        n++;
    }
    return n;
}

static void prepare(pairs_coder *c, const pairs_order *order)
{
    for (size_t v = 0; v < c->n_runs; v++) {
        word_to_bytes(c->words[v], c->wins + v * PAIRS_RUN);
    }
    for (int i = 0; i < order->n_batches; i++) {
        const pairs_batch *batch = &order->batch[i];
        if (i == 0 || batch->outside != order->batch[i - 1].outside) {
            level_sums(c, batch->outside);
        }
        batch_bits(c, batch);
        batch_sums(c, batch);
    }
}

/* Steps begin..end - 1, the last one first. Without `at` nothing may be written: false if something had to be. */
static inline bool encode_steps(pairs_coder *c, const pairs_order *order, size_t begin, size_t end, lanes *x,
                                uint16_t **at)
{
    for (size_t step = end; step-- > begin;) {
        if (!encode_step(c, step, order->n_sets[step], x, at)) {
            return false;
        }
    }
    return true;
}

static uint16_t *encode(pairs_coder *c, const pairs_order *order, const pairs_model *model, size_t *cut,
                        uint32_t state[PAIRS_LANES])
{
    for (int i = 0; i < order->n_batches; i++) {
        batch_chances(c, &order->batch[i], model);
    }
    memset(state, 0, PAIRS_LANES * sizeof *state);
    lanes x = lanes_load(state);
    size_t end = order->n_steps;
    while (end > 0) { /* as long as the states have room */
        const size_t begin = (end - 1) / c->unit * c->unit;
        lanes next = x;
        if (!encode_steps(c, order, begin, end, &next, NULL) || lanes_most(next) > UINT32_MAX - PAIRS_STATE_MIN) {
            break;
        }
        x = next;
        end = begin;
    }
    *cut = (end + c->unit - 1) / c->unit * c->unit;
    uint16_t *at = c->stream + c->stream_capacity;
    if (end > 0) {
        x = lanes_add(x, PAIRS_STATE_MIN);
        encode_steps(c, order, 0, end, &x, &at);
    }
    lanes_store(x, state);
    return at;
}

static inline void decode_batch(pairs_coder *c, const pairs_order *order, const pairs_batch *batch, size_t cut,
                                lanes *x, const uint16_t **at)
{
    const size_t end = batch->step + (batch->n_sets + PAIRS_LANES - 1) / PAIRS_LANES;
    size_t step = batch->step;
    for (; step < end && step < cut; step++) {
        c->bits_of[step] = decode_step(c, step, order->n_sets[step], x, at);
    }
    for (; step < end; step++) {
        *x = step == cut && cut > 0 ? lanes_add(*x, -PAIRS_STATE_MIN) : *x;
        c->bits_of[step] = decode_step(c, step, order->n_sets[step], x, NULL);
    }
}

static size_t decode(pairs_coder *c, const pairs_order *order, const pairs_model *model, size_t cut,
                     uint32_t state[PAIRS_LANES])
{
    lanes x = lanes_load(state);
    const uint16_t *at = c->stream;
    for (int i = 0; i < order->n_batches;) {
        const int n = level_batches(order, i);
        level_sums(c, order->batch[i].outside);
        for (int j = i; j < i + n; j++) {
            batch_sums(c, &order->batch[j]);
            batch_chances(c, &order->batch[j], model);
            decode_batch(c, order, &order->batch[j], cut, &x, &at);
        }
        level_words(c, &order->batch[i], n);
        i += n;
    }
    x = cut >= order->n_steps && cut > 0 ? lanes_add(x, -PAIRS_STATE_MIN) : x;
    lanes_store(x, state);
    return (size_t)(at - c->stream);
}

const pairs_kernel PAIRS_KERNEL = {PAIRS_KERNEL_NAME, add_wins, prepare, encode, decode};
