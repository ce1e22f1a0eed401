//! The shares of a budget that single tables, searches and attempts may use, each with its reason.
//!
//! A limit is given for a whole record. An engine that keeps several tables at once, or that tries a way which may
//! be in vain, may use a part of it only. All such parts stand here, so that they can be compared: those of memory
//! in bytes, those of work in steps. A share that no benchmark set is called a guess.

/// Shares of games of heaps and of their sequences.
pub mod heaps {
    /// Returns the steps in which a table of a rule is filled for ranges whose positions are listed: the table is worth less
    /// than looking at each position. A guess.
    pub const fn table_of_ranges(work: u64) -> u64 {
        work / 16
    }

    /// Returns the steps of each move from many positions, when remoteness is asked of a number so large that few
    /// positions or far too many can be reached. A guess.
    pub const fn reached_from_large_numbers(steps: usize) -> usize {
        steps / 16
    }

    /// Returns the heaps of a range that are gone through one by one, each with a look at its value. A guess.
    pub const fn heaps_of_a_range(work: u64) -> u64 {
        work / STEPS_OF_A_HEAP
    }

    /// The steps of a heap of a range that is gone through.
    pub const STEPS_OF_A_HEAP: u64 = 64;

    /// Returns the largest value that is counted in a histogram, which has some numbers for each value. A guess.
    pub const fn largest_counted_value(memory: u64) -> u64 {
        memory / 64
    }

    /// Returns the steps of a search for the moves of coins that are listed; each of them makes several calls and reads a
    /// table under a lock. A guess.
    pub const fn listing_coins(work: u64) -> u64 {
        work / 256
    }

    /// Returns the steps that a count of moves of coins spends on coefficients, which are whole numbers of any size.
    /// A guess.
    pub const fn coin_coefficients(work: u64) -> u64 {
        work / 256
    }

    /// Returns the bytes of the table from which moves of coins are counted; the lexicode keeps a table of its own next
    /// to it. A guess.
    pub const fn coin_counts(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of the table of a lexicode, of which products of coins have two. A guess.
    pub const fn lexicode(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the steps that build a lexicode, one for sixteen entries that one instruction changes. A guess.
    pub const fn lexicode_steps(work: u64) -> u64 {
        work / 16
    }

    /// Returns the sums that a count of winning moves in Moore's nim looks up, or the groups of heaps that it passes over. A
    /// guess.
    pub const fn counted_moore_moves(work: u64) -> u64 {
        work / 256
    }

    /// Returns the entries that such a count remembers, each of some hundred bytes. A guess.
    pub const fn remembered_moore_choices(memory: u64) -> u64 {
        memory / 256
    }

    /// Returns the blocks of nim-sums that are counted at once, each of which has a number of any size. A guess.
    pub const fn blocks_of_nim_sums(memory: u64) -> u64 {
        memory / 256
    }

    /// Returns the steps in which the moves of one heap, or of one position of a sum, are counted or listed: half a second of
    /// the default budget's half minute. A guess.
    pub const fn moves_of_a_heap(work: u64) -> u64 {
        work / 64
    }

    /// Returns the bytes of terms that are loaded when a sequence first grows: to go on it needs room for a doubling, and for
    /// what finds the next terms.
    pub const fn loaded_terms(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the steps of values in pieces, each of which takes many times as long as a step of a table. A guess.
    pub const fn pieces(work: u64) -> u64 {
        work / 32
    }

    /// Returns the numbers that pieces keep, of four bytes each. A guess.
    pub const fn numbers_in_pieces(memory: u64) -> u64 {
        memory / 16
    }

    /// Returns the takes from a ring that are looked at one by one, each of which reads a row's value under a lock. A guess.
    pub const fn takes_from_a_ring(work: u64) -> u64 {
        work / 16_384
    }

    /// Returns the takes from rings that show a period of their values: the period is worth less than the answer that it
    /// comes with. A guess.
    pub const fn period_of_rings(work: u64) -> u64 {
        work / 64
    }

    /// Returns the steps of going through the moves of Moore's game, each of which changes several heaps. A guess.
    pub const fn moves_of_several_heaps(work: u64) -> u64 {
        work / STEPS_OF_A_MOVE
    }

    /// The steps of such a move.
    pub const STEPS_OF_A_MOVE: u64 = 256;

    /// Returns the steps that new terms of a sequence must have taken before they are saved once more: then the files that are
    /// written grow as a geometric series, and all of them cost a constant factor. A guess.
    pub const fn terms_worth_saving(work: u64) -> u64 {
        work / 8
    }

    /// Returns the coins of the moves that a product of coins looks at one by one: each move takes nim-products and a
    /// count or a search in the second game. A guess.
    pub const fn halves_of_products(work: u64) -> u64 {
        work / 1_024
    }
}

/// Shares of games that take cells or vertices away, and of their search.
pub mod placement {
    /// Returns the vertices of a graph, each of which takes some words in every table of the search. A guess.
    pub const fn vertices_of_a_graph(memory: u64) -> u64 {
        memory / 64
    }

    /// Returns the bytes of the sets of a part's moves and cells; the table of proofs takes most of the others. A guess.
    pub const fn sets_of_moves(memory: u64) -> u64 {
        memory / 32
    }

    /// Returns the bytes of the values of small components. A guess.
    pub const fn small_components(memory: u64) -> u64 {
        memory / 16
    }

    /// Returns the bytes of the values of small components of Cram. A guess.
    pub const fn small_cram_components(memory: u64) -> u64 {
        memory / 32
    }

    /// Returns the numbers of a list of moves, of four bytes each: the parts of a position take as much again, and their
    /// searches more. A guess.
    pub const fn listed_moves(memory: u64) -> u64 {
        memory / 32
    }

    /// Returns the bytes of the outcomes that are remembered under misère play. A hash table holds its entries at least at
    /// seven sixteenths, and takes the space twice while it grows.
    pub const fn misere_outcomes(memory: u64) -> u64 {
        memory / 8
    }

    /// Returns the bytes of the table of proofs; the frames of the search and the values of small components take others. A
    /// guess.
    pub const fn proofs(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the bytes of the frames on the path of a search. A guess.
    pub const fn frames_of_a_search(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of each of the two tables of staircases, of numbers and of values. A guess.
    pub const fn staircases(memory: u64) -> u64 {
        memory / 4
    }
}

/// Shares of games that change the letters of cells.
pub mod rewriting {
    /// Returns the bytes of the trie of words of long rows. A guess.
    pub const fn words(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the bytes of the positions, or of the sums, whose values or outcomes are found by definition; the lists of
    /// options on the path take others. A guess.
    pub const fn valued_positions(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of the lists of options on the path of such a search. A guess.
    pub const fn options_on_the_path(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of the moves of one position. A guess.
    pub const fn moves_of_a_position(memory: u64) -> u64 {
        memory / 2
    }
}

/// Shares of pieces that move on boards.
pub mod boards {
    /// Returns the bytes of the rows of a board that a leaper's sweep keeps; what is left is for its buffers of text. A guess.
    pub const fn swept_rows(memory: u64) -> u64 {
        memory / 16 * 15
    }

    /// Returns the bytes of remembered squares when two piles are solved by memoised squares; the strips of the squares take
    /// most of the others. A guess.
    pub const fn memoised_squares(memory: u64) -> u64 {
        memory / 3
    }

    /// Returns the bytes of strips, of those left for them, from which strips that nobody holds are dropped: a list that grows
    /// holds its old and its new cells for a while.
    pub const fn strips_before_sweep(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the bytes of strips that may be left when others are dropped, so that the next sweep is not due at once. A guess.
    pub const fn strips_after_sweep(memory: u64) -> u64 {
        memory / 16 * 7
    }

    /// Returns the bytes of the squares of a sparse leaper that are remembered: more would cost the rest of the record its
    /// room, and squares that are forgotten are computed again. A guess.
    pub const fn squares(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of the patterns and the crossings of lines that sparse kings remember; the lines of open rectangles
    /// take most of the others. A guess.
    pub const fn patterns(memory: u64) -> u64 {
        memory / 4
    }
}

/// Shares of user-defined rules.
pub mod rules {
    /// Returns the bytes of the positions of a rule that are met one by one: a table may take as much.
    pub const fn positions(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the bytes of a table of a box of positions, with the marks of values.
    pub const fn table(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the bytes of the lists of members that the kinds of moves of a box share, and of the sets of values along rays.
    pub const fn lists(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of all tables, positions and patterns of a rule that are kept while a new table is filled.
    pub const fn all_kept(memory: u64) -> u64 {
        memory / 4 * 3
    }

    /// Returns the steps in which members are listed that the kinds of moves of a box share. A guess.
    pub const fn list_steps(work: u64) -> u64 {
        work / 8
    }

    /// Returns the steps in which the options of some positions are looked at for the order of a box. A guess.
    pub const fn order_steps(work: u64) -> u64 {
        work / 16
    }

    /// Returns the steps of one of the positions whose steps are counted for an estimate of a table. A guess.
    pub const fn steps_of_a_sample(work: u64) -> u64 {
        work / 32
    }

    /// Returns the steps of the search for a pattern, and those of the tables of small positions that it learns from.
    pub const fn pattern_steps(work: u64) -> u64 {
        work / 2
    }

    /// Returns the bytes of the different options of one position.
    pub const fn options(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the memory for the small positions that a pattern is learnt from: they stand next to those of the rule itself.
    pub const fn small_positions(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of saved values that are read before more are found.
    pub const fn saved_values(memory: u64) -> u64 {
        memory / 8
    }

    /// Returns the bytes of the automata of a proof, and of those that a proved pattern keeps.
    pub const fn pattern(memory: u64) -> u64 {
        memory / 2
    }
}

/// Shares of questions that any game is asked: misère quotients, remoteness, P-positions.
pub mod questions {
    /// The bytes of an arc of an endgame: eight in a list that is copied when it grows.
    pub const BYTES_OF_AN_ARC: u64 = 16;

    /// Returns the moves of all positions of an endgame, if nothing else took memory.
    pub const fn arcs_of_an_endgame(memory: u64) -> u64 {
        memory / BYTES_OF_AN_ARC
    }

    /// Returns the bytes of the lists in the moves that are listed; the text of such a list takes up to twice as much again.
    pub const fn lists_in_moves(memory: u64) -> u64 {
        memory / 4
    }

    /// Returns the bytes of the cells that one move turns: the list of moves may hold others, and its text.
    pub const fn cells_of_a_move(memory: u64) -> u64 {
        memory / 8
    }

    /// Returns the steps in which misère quotients are found; beyond them, positions are searched with the rest. A guess.
    pub const fn quotient_steps(work: u64) -> u64 {
        work / 256
    }
}

/// Shares of the batch and its caches.
pub mod batch {
    /// Returns the bytes of the tables that all records share; a record's own tables take the others. A guess.
    pub const fn shared_tables(memory: u64) -> u64 {
        memory / 2
    }

    /// Returns the bytes of one record's text that are kept: read, a record takes several times as much. A guess.
    pub const fn text_of_a_record(memory: u64) -> u64 {
        memory / 6
    }
}
